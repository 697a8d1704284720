"""Letters keep secrets: what a seat may not know changes no byte of what it is sent."""

import re
from collections.abc import Iterator

import pytest
from django.core.mail import EmailMultiAlternatives
from django.utils import timezone
from msgspec.structs import replace
from pytest_django.fixtures import Settings

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import Match, OutboxMail
from games.notifications.letters.kinds import write_letter
from games.notifications.relevance import Recipient
from games.projections.write import open_decisions
from games.services.play.moves import in_notation, submit_move
from pirates.capitan_bacon.game import BACON
from pirates.dice import SeededDice
from pirates.errors import RulesError
from tests.conftest import BeginMatch, MakePeople
from tests.games.mail.desk import post, question
from tests.pirates.capitan_bacon.variants import swap_hidden

pytestmark = pytest.mark.django_db

Kind = OutboxMail.Kind
KINDS = (Kind.MATCH_BEGUN, Kind.YOUR_MOVE, Kind.REMINDER, Kind.DEADLINE_MISSED, Kind.RECEIPT)
MOST_DEALS = 20
OPTIONS = [b'{"starter":0}', b'{"starter":0,"memory":"by-the-book"}', b'{"starter":0,"express":true}']


def moments(match: Match, players: list[User], moves: int) -> Iterator[Book]:
    """Play `moves` random moves and yield the match after each."""
    dice = SeededDice(b"letters", 1)
    for number in range(moves):
        book = store.open_book(match.pk)
        if book.is_over:
            return
        yield book
        asked = question(match)
        seat = asked.seat or 0
        text = BACON.write(BACON.sample_move(book.state, seat, dice))
        decision = next(
            (each.key for each in open_decisions(book) if each.seat == seat and text.startswith(each.kind)), asked.key
        )
        try:
            submit_move(
                match_id=match.pk,
                player=players[seat],
                decision=decision,
                move=in_notation(text),
                channel="page",
                key=f"{number}",
            )
        except RulesError as refusal:
            pytest.fail(f"{text}: {refusal.code}")


@pytest.mark.parametrize("options", OPTIONS)
def test_two_worlds_that_look_the_same_to_a_seat_give_it_the_same_letters(
    people: MakePeople, begin_match: BeginMatch, options: bytes
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, options=options)
    rows = [post(match, kind, 0) for kind in KINDS]
    dice, now, differing = SeededDice(b"worlds", 1), timezone.now(), 0
    for book in moments(match, players, 40):
        match.refresh_from_db()
        for seat, player in enumerate(players):
            other = replace(book, state=swap_hidden(book.state, seat, dice))
            differing += other.state != book.state
            row = rows[(book.position + seat) % len(rows)]
            row.seat = seat
            here, there = (
                write_letter(Recipient(row, player.email, player, match, world, seat), now) for world in (book, other)
            )
            assert here.subject == there.subject
            assert here.body == there.body
            assert here.alternatives == there.alternatives
            assert _headers(here) == _headers(there)
    assert differing > 20, "a match may end early, but not at once"


def _headers(letter: EmailMultiAlternatives) -> list[tuple[str, str]]:
    """Return every header but the one that holds a boundary drawn afresh for each message."""
    return [(name, str(value)) for name, value in letter.message().items() if name != "Content-Type"]


def faces_of_the_other_only(match: Match) -> set[str]:
    """Return the faces that the second seat holds and the first does not."""
    own, others = ({card.label for card in hand} for hand in store.open_book(match.pk).state.hands)
    return others - own


def test_a_letter_names_no_hand_but_the_readers_own(
    people: MakePeople, begin_match: BeginMatch, settings: Settings
) -> None:
    settings.SITE_URL = "https://letters.example"
    players = people("Anna", "Ben")
    dealt = (begin_match(players, options=b'{"starter":0}') for _ in range(MOST_DEALS))
    match = next(each for each in dealt if faces_of_the_other_only(each))
    book, treasures = store.open_book(match.pk), faces_of_the_other_only(match)
    row = post(match, Kind.MATCH_BEGUN, 0)
    letter = write_letter(Recipient(row, players[0].email, players[0], match, book, 0), timezone.now())
    hand = f"Your hand: {', '.join(card.label for card in book.state.hands[0])}"
    body = letter.body.replace("\N{NO-BREAK SPACE}", " ")
    assert hand in body
    shown = body.replace(hand, "").replace(f"Galleon: {book.state.galleon[-1].label}", "")
    shown = re.sub(r"https://\S+", "", shown)
    assert not [card for card in treasures if card in shown]
    assert str(len(book.state.galleon)) + " on" not in shown


@pytest.mark.parametrize("kind", KINDS)
def test_subject_and_preview_name_no_card(people: MakePeople, begin_match: BeginMatch, kind: OutboxMail.Kind) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=b'{"starter":0}')
    book = store.open_book(match.pk)
    letter = write_letter(Recipient(post(match, kind, 0), players[0].email, players[0], match, book, 0), timezone.now())
    html = str(letter.alternatives[0][0])
    preview = html.split("display:none")[1].split("</div>")[0]
    for card in book.state.hands[0]:
        assert card.value not in letter.subject.lower()
        assert card.value not in preview.lower()
        assert card.value not in letter.body.split("\n")[0].lower()
