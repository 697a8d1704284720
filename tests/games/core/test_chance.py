"""Chance: committed to before anyone sits down, grown from every seat's salt, opened when the match ends."""

from collections.abc import Iterator

import msgspec
import pytest

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import Match
from games.projections.write import outcome_of
from games.selectors.play.logs import narrated_log
from games.selectors.play.matches import choices_of, read_match
from games.services.tables.matches import call_off_match
from games.services.tables.seats import give_up_seat
from games.table.events.core import MatchOpened, SeatTaken, SecretOpened
from pirates.dice import SeededDice
from pirates.fingerprints import commitment, seed_of
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, fresh_key, move_by_wit, play_by_lot, write_move

pytestmark = pytest.mark.django_db


def events_of(match: Match) -> Iterator[msgspec.Struct]:
    for entry in store.read_entries(store.open_book(match.pk)):
        yield from entry.events


def reason_of(book: Book) -> str:
    outcome = outcome_of(book)
    return outcome.reason if outcome else ""


def secret_opened(match: Match) -> list[str]:
    return [event.secret for event in events_of(match) if isinstance(event, SecretOpened)]


def test_the_dice_are_the_secret_with_the_salt_of_every_seat_in_seat_order(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    match = begin_match(people("Anna", "Ben"), bots=2)
    book = store.open_book(match.pk)
    salts = [bytes.fromhex(event.salt) for event in events_of(match) if isinstance(event, SeatTaken)]
    assert len(set(salts)) == 4
    seed = seed_of(bytes.fromhex(book.secret), salts)
    assert book.dice().below(10**6) == SeededDice(seed, 2).below(10**6)
    assert all(len(salt) == 16 for salt in salts)


@pytest.mark.parametrize("seat", range(4))
def test_another_salt_at_any_one_seat_is_another_deal(people: MakePeople, open_table: BeginMatch, seat: int) -> None:
    book = store.open_book(open_table(people("Anna", "Ben"), bots=2).pk)
    chairs = list(book.table.chairs)
    chairs[seat] = msgspec.structs.replace(chairs[seat], salt="0" * 32)
    resalted = msgspec.structs.replace(book.table, chairs=tuple(chairs))
    other = Book(book.match_id, book.game, secret=book.secret, opened=resalted, acts=book.acts)
    assert _throws(book) != _throws(other)


def _throws(book: Book) -> list[int]:
    dice = book.dice()
    return [dice.below(1000) for _ in range(8)]


def test_fifty_matches_have_fifty_different_decks(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    decks, commitments = set(), set()
    for _ in range(50):
        match = begin_match(players)
        decks.add(store.open_book(match.pk).state.deck)
        commitments.add(match.commitment)
    assert len(decks) == len(commitments) == 50


def test_the_commitment_stands_in_the_first_entry_before_any_seat_is_taken(
    people: MakePeople, open_table: BeginMatch
) -> None:
    match = open_table(people("Anna", "Ben"))
    first, second = list(events_of(match))[:2]
    assert isinstance(first, MatchOpened)
    assert isinstance(second, SeatTaken)
    book = store.open_book(match.pk)
    assert first.commitment == match.commitment == commitment(bytes.fromhex(book.secret))


def test_nothing_shows_the_secret_while_the_match_runs(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    secret = store.open_book(match.pk).secret
    list(play_by_lot(match, players, b"sealed", 10))
    for reader in (*players, None):
        reading = read_match(match, reader)
        shown = [repr(reading), *(repr(line) for line in narrated_log(reading.book, reading.seat))]
        assert reading.book.secret == secret
        assert not [text for text in shown if secret in text]
    assert secret_opened(match) == []


def test_the_secret_is_opened_when_a_set_is_complete(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    reasons = set()
    while "set" not in reasons:
        match = begin_match(players)
        book = store.open_book(match.pk)
        while not book.is_over:
            book = move_by_wit(match, players, match.pk.encode()).book
        assert secret_opened(match) == [book.secret]
        reasons.add(reason_of(book))


def test_the_secret_is_opened_when_the_galleon_is_empty(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    reasons = set()
    while "galleon" not in reasons:
        match = begin_match(players)
        book = [*play_by_lot(match, players, match.pk.encode())][-1].book
        assert secret_opened(match) == [book.secret]
        reasons.add(reason_of(book))


def test_the_secret_is_opened_when_the_cards_run_out(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    reasons = set()
    while "run-out" not in reasons:
        match = begin_match(players)
        book = bury_everything(match, players)
        assert secret_opened(match) == [book.secret]
        reasons.add(reason_of(book))


def bury_everything(match: Match, players: list[User]) -> Book:
    """Bury as much as can be in every turn, so that nothing is discarded and the deck runs out."""
    book = store.open_book(match.pk)
    while not book.is_over:
        choices = [each.notation for each in choices_of(book, asked(match))]
        book = write_move(
            match, players, max(choices, key=lambda each: (each.startswith("bury"), each.count(" ")))
        ).book
    return book


def test_the_secret_is_opened_when_only_one_person_is_left(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    match = begin_match([anna, ben], bots=1)
    book = give_up_seat(match_id=match.pk, player=anna, key=fresh_key()).book
    assert book.is_over
    assert secret_opened(match) == [book.secret]
    match.refresh_from_db()
    assert match.commitment == commitment(bytes.fromhex(book.secret))


def test_the_secret_is_opened_when_the_match_is_called_off(people: MakePeople, open_table: BeginMatch) -> None:
    anna, ben = people("Anna", "Ben")
    match = open_table([anna, ben])
    book = call_off_match(match_id=match.pk, host=anna, key="off").book
    assert secret_opened(match) == [book.secret]
    assert narrated_log(book, None)[-1].sentences[-1].endswith(book.secret)
