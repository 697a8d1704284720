"""Bots: move for every seat that a bot plays and that its match waits for.

A caretaker, which keeps a seat for a player who may come back, makes the default Move. It chooses for itself only where
the default would be drawn by lot. For a resigned seat, the bot plays as well as it can.

If people can make a deal with a bot before it answers, the bot lets them answer first: it haggles with them, and the
sweep skips it until the log has a new entry. A bot waits only for people, whose clocks run, and never for other bots.
"""

import secrets
from collections.abc import Sequence
from itertools import islice

from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _

from games.book.book import Book
from games.logbook import store
from games.models import Deadline, Match, Seat
from games.projections.write import open_decisions
from games.refusals import NotNow
from games.services.clocks.deadlines import put_off
from games.services.play.log_checks import tell_desk_if_broken
from games.services.play.submitting import Act, Submission, submission_key, submit
from games.sweeps.loop import claim, try_each
from pirates.commands import Expire
from pirates.decisions import Decision, open_to
from pirates.seats import Seat as SeatNumber

MOST_PER_SWEEP = 500
MOST_MOVES_WEIGHED = 300


class OwnDice:
    """Random numbers for a bot's own choices; they are separate from the dice of the match."""

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1."""
        return secrets.randbelow(limit)


def play_waiting_bots() -> int:
    """Make one move for every awaited seat that a bot plays; return how many were made.

    If a seat's move fails, the seat waits longer each time, as its deadline does.
    """
    now = timezone.now()
    parked = Deadline.objects.filter(match=OuterRef("match"), seat=OuterRef("number"), retry_at__gt=now)
    awaited = Seat.objects.filter(is_awaited=True, is_played_by_bot=True).exclude(Exists(parked))
    awaited = awaited.exclude(waits_at=F("match__position")).order_by("match_id", "number")

    def note_fault(error: Exception, match_id: str, number: SeatNumber) -> None:
        tell_desk_if_broken(error)
        put_off(Deadline.objects.filter(match_id=match_id, seat=number), now)

    return try_each(
        awaited.values_list("match_id", "number")[:MOST_PER_SWEEP],
        _play,
        fault="bot_failed",
        names=("match", "seat"),
        on_fault=note_fault,
    )


@transaction.atomic
def _play(match_id: str, seat: SeatNumber) -> bool:
    if not claim(Match.objects.filter(pk=match_id)):
        return False
    book = store.open_book(match_id)
    question = _question(book, seat)
    if question is None:
        return False
    act = _act_of(book, seat, question)
    if act is None:
        Seat.objects.filter(match=match_id, number=seat).update(waits_at=book.position)
        return False

    def prepare(locked: Book) -> Act:
        if locked.head != book.head:
            raise NotNow("decision_closed", _("That question is no longer open."))
        return act

    key = submission_key("bot", seat, question.key, book.head)
    submit(Submission(match_id=match_id, channel="bot", key=key, prepare=prepare))
    return True


def _act_of(book: Book, seat: SeatNumber, question: Decision) -> Act | None:
    """Return the Act for a seat that is asked; None if its bot lets people answer first and has no offer to make."""
    if book.table.chairs[seat].is_away and not question.by_lots:
        return Act(f"bot:{seat}", Expire(seat, book.key_of_rules(question.key)))
    view = book.game.view(book.state, seat)
    people = _people(book, book.game.partners(view))
    if people:
        word = book.game.haggle(view, people, OwnDice())
        return None if word is None else Act(f"bot:{seat}", word)
    moves = list(islice(book.game.legal_moves(book.state, seat), MOST_MOVES_WEIGHED))
    return Act(f"bot:{seat}", book.game.bot(view, moves, OwnDice()))


def _people(book: Book, seats: Sequence[SeatNumber]) -> list[SeatNumber]:
    """Return those of `seats` that people play, not bots."""
    return [seat for seat in seats if not book.table.is_played_by_bot(seat)]


def _question(book: Book, seat: SeatNumber) -> Decision | None:
    if not book.table.is_played_by_bot(seat):
        return None
    return next((each for each in open_to(open_decisions(book), seat) if each.required), None)
