"""Playing matches through the door, alone and many at once."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from itertools import count
from threading import Barrier
from typing import TypeAlias

from django.db import connection

from accounts.models import User
from games.book.book import Book
from games.logbook import store
from games.models import Match
from games.projections.write import open_decisions
from games.selectors.play.matches import choices_of
from games.services.play.moves import in_json, in_notation, submit_move
from games.services.play.submitting import Receipt
from pirates.decisions import Decision, answered_by, open_to
from pirates.dice import SeededDice
from pirates.errors import RulesError
from pirates.fingerprints import canonical_json
from pirates.seats import Seat

Answer: TypeAlias = Receipt | RulesError
_keys = count(1)


def fresh_key() -> str:
    """Return an idempotency key that no other request has."""
    return f"request {next(_keys)}"


def question_of(match: Match | Book) -> Decision:
    """Return the first required Decision that is open in the match."""
    book = match if isinstance(match, Book) else store.open_book(match.pk)
    return next(each for each in open_decisions(book) if each.required)


def asked(match: Match) -> Seat:
    """Return the seat that the match waits for."""
    seat = question_of(match).seat
    assert seat is not None
    return seat


def write_move(
    match: Match, players: Sequence[User], notation: str, *, seat: Seat | None = None, decision: str = "", key: str = ""
) -> Receipt:
    """Answer with a line of notation what it answers, or `decision`: as the seat asked, or as `seat`."""
    mover = asked(match) if seat is None else seat
    return submit_move(
        match_id=match.pk,
        player=players[mover],
        decision=decision or key_answered(match, mover, notation),
        move=in_notation(notation),
        channel="api",
        key=key or fresh_key(),
    )


def key_answered(match: Match, seat: Seat, notation: str) -> str:
    """Return the key of the seat's open question that this move answers; of the match's own if it can be none."""
    book = store.open_book(match.pk)
    questions = open_to(open_decisions(book), seat) or (question_of(book),)
    try:
        return answered_by(book.game.parse(notation, book.state, seat), questions).key
    except RulesError:
        return question_of(book).key


def move_by_lot(match: Match, players: Sequence[User], seed: bytes) -> Receipt:
    """Let the seat that is asked make one legal move drawn by lots."""
    book = store.open_book(match.pk)
    question = question_of(book)
    assert question.seat is not None
    move = book.game.sample_move(book.state, question.seat, SeededDice(seed, book.position))
    return submit_move(
        match_id=match.pk,
        player=players[question.seat],
        decision=answered_by(move, open_to(open_decisions(book), question.seat)).key,
        move=in_json(canonical_json(move)),
        channel="api",
        key=fresh_key(),
    )


def move_by_wit(match: Match, players: Sequence[User], seed: bytes) -> Receipt:
    """Let the seat that is asked make the move that a bot would make in its place."""
    book = store.open_book(match.pk)
    seat = asked(match)
    moves = [choice.move for choice in choices_of(book, seat)]
    move = book.game.bot(book.game.view(book.state, seat), moves, SeededDice(seed, book.position))
    return write_move(match, players, book.game.write(move))


def play_by_lot(match: Match, players: Sequence[User], seed: bytes, most: int = 3000) -> Iterator[Receipt]:
    """Make moves by lot until the match is over, or `most` were made."""
    for _ in range(most):
        if store.open_book(match.pk).is_over:
            return
        yield move_by_lot(match, players, seed)


def at_once(*acts: Callable[[], Receipt]) -> list[Answer]:
    """Do all of `acts` in threads that start together; return each one's receipt or refusal, in order."""
    gate = Barrier(len(acts))

    def do(act: Callable[[], Receipt]) -> Answer:
        gate.wait()
        try:
            return act()
        except RulesError as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(do, acts))


@contextmanager
def the_logbook_unguarded() -> Iterator[None]:
    """Lift the triggers for a moment, as only somebody with the database in their hands can."""
    lift, lay = _triggers()
    _execute(lift)
    yield
    _execute(lay)


def _execute(statements: Sequence[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _triggers() -> tuple[Sequence[str], Sequence[str]]:
    migration = import_module("games.migrations.0002_logbook_is_append_only")
    if connection.vendor == "sqlite":
        return migration.SQLITE_UNDO, migration.SQLITE
    name = "ALTER TABLE games_logentry {} TRIGGER logbook_is_append_only"
    return [name.format("DISABLE")], [name.format("ENABLE")]
