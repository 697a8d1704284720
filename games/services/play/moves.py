"""Moves: a seat answers an open Decision with a Move in JSON, in notation, or as an object."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from django.utils.translation import gettext as _

from accounts.models import User
from games.book.book import Book
from games.projections.write import open_decisions
from games.refusals import MatchClosed, NotNow, NotYourSeat, StaleDecision
from games.selectors.play.logs import narrated_since_own_act
from games.selectors.tables.own_seats import own_seat
from games.services.play.submitting import Act, Receipt, Submission, submission_key, submit
from games.table.rules.absence import require_not_left
from pirates.commands import Move
from pirates.decisions import Decision, answered_by, find_decision, open_to
from pirates.errors import IllegalMove, MalformedMove
from pirates.seats import Seat

MoveReader: TypeAlias = Callable[[Book, Seat], Move]

LONGEST_NOTATION = 400


def in_notation(text: str) -> MoveReader:
    """Return a function that reads a Move from one line of notation; it raises MalformedMove."""

    def read(book: Book, seat: Seat) -> Move:
        if len(text) > LONGEST_NOTATION:
            sentence = _("A move is written in at most {longest} characters.").format(longest=LONGEST_NOTATION)
            raise MalformedMove("notation_too_long", sentence)
        return book.game.parse(text, book.state, seat)

    return read


def in_json(raw: bytes) -> MoveReader:
    """Return a function that reads a Move from JSON; it raises MalformedMove, and NotYourSeat for another seat."""

    def read(book: Book, seat: Seat) -> Move:
        move = book.game.decode_move(raw)
        if move.seat != seat:
            raise NotYourSeat(_("You can move for your own seat only."))
        return move

    return read


def submit_move(*, match_id: str, player: User, decision: str, move: MoveReader, channel: str, key: str) -> Receipt:
    """Play a Move of `player` that answers the open Decision `decision`.

    `key` distinguishes this request from the player's others on the same channel. Raises NoSuchMatch, NotYourSeat,
    StaleDecision, MatchClosed, NotNow, MalformedMove, IllegalMove.
    """

    def prepare(book: Book) -> Act:
        seat = seat_to_move(book, player)
        questions = open_to(open_decisions(book), seat)
        if find_decision(questions, decision) is None:
            raise StaleDecision(decision[:40], narrated_since_own_act(book, seat))
        made = move(book, seat)
        require_answer(made, decision, questions)
        return Act(f"seat:{seat}", made)

    full_key = submission_key(channel, player.ref, key)
    return submit(Submission(match_id=match_id, channel=channel, key=full_key, prepare=prepare))


def require_answer(move: Move, decision: str, questions: Sequence[Decision]) -> None:
    """Raise IllegalMove if `move` answers one of its seat's open `questions` other than `decision`."""
    answered = answered_by(move, questions).key
    if answered != decision:
        raise IllegalMove(
            "answers_another_question",
            _("That move does not answer this question; choose an answer to it, or name the question you mean."),
            answers=answered,
        )


def seat_to_move(book: Book, player: User) -> Seat:
    """Return the seat that `player` moves for in a running match; raises NotYourSeat, MatchClosed, NotNow."""
    seat = own_seat(book, player)
    if not player.is_active:
        raise NotYourSeat(_("This account is shut."))
    if book.is_over:
        raise MatchClosed
    if not book.has_begun:
        raise NotNow("not_begun", _("The match has not begun yet."))
    require_not_left(book.table.chairs[seat])
    return seat
