"""A whole match through the service: pages, letters and notation of one person, bots in the other seats."""

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from games.logbook import store
from games.notifications.relay import relay_outbox
from games.selectors.play.exports import export_match
from games.services.clocks.deadlines import resolve_due_phases
from games.services.tables.bots import play_waiting_bots
from pirates.captn_clever.game import CLEVER
from pirates.decisions import open_to
from pirates.dice import SeededDice
from pirates.verify import verify
from tests.games.core.playing import write_move
from tests.tables import begin_match, make_people

MOST_ROUNDS = 600


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("options", [b"{}", b'{"simplified": true, "memory": "by-the-book", "any_piers": true}'])
def test_a_match_runs_through_the_service_to_a_verified_end(options: bytes, client: Client) -> None:
    people = make_people("Anna")
    client.force_login(people[0])
    match = begin_match(people, bots=3, game="captn-clever", options=options)
    for step in range(MOST_ROUNDS):
        play_waiting_bots()
        resolve_due_phases(timezone.now() + timedelta(seconds=1))
        book = store.open_book(match.pk)
        if book.is_over:
            break
        if not [each for each in open_to(CLEVER.decisions(book.state), 0) if each.required]:
            continue
        _read_page(client, f"/m/{match.pk}/")
        moves = tuple(CLEVER.legal_moves(book.state, 0))
        write_move(
            match, people, CLEVER.write(CLEVER.bot(CLEVER.view(book.state, 0), moves, SeededDice(b"self", step)))
        )
    assert store.open_book(match.pk).is_over
    assert verify(export_match(store.open_book(match.pk), None)).fault is None
    _read_page(client, f"/m/{match.pk}/")
    relay_outbox()
    assert mail.outbox
    assert all("Captain" in letter.body for letter in mail.outbox)


def _read_page(client: Client, address: str) -> None:
    page = client.get(address)
    assert page.status_code == 200
    assert re.search(r"Captain on", page.content.decode())
