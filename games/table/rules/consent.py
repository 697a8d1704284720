"""Rules for what the players decide on themselves, and what follows from it. Refusals raise NotNow, which says why.

Every seat that a person plays at that moment must agree, except the asker's. Bots are not asked, nor are players who
have resigned, nor players with a caretaker until they come back. A person proposed for a seat must agree too.
"""

from datetime import timedelta
from typing import TypeAlias, assert_never

from django.utils.translation import gettext as _
from msgspec.structs import replace

from games.refusals import NotNow, TooOften, require
from games.table.commands.clocks import Pause
from games.table.commands.consent import (
    AnyConsentCommand,
    AskConsent,
    CloseProposal,
    GiveConsent,
    RefuseConsent,
    TakeBack,
    WithdrawProposal,
)
from games.table.events.consent import (
    ConsentAsked,
    ConsentGiven,
    ConsentReached,
    ConsentRefused,
    MoveTakenBack,
    ProposalClosed,
)
from games.table.events.core import AnyTableEvent, MatchAdjudicated, Rewound, SeatHandedOver
from games.table.proposals import Abandon, AnyProposed, PassSeatOn, Proposal, ProposePause, ProposeRewind
from games.table.rules.clocks import decide_clocks
from games.table.state import Chair, Table
from pirates.seats import Seat

AnyConsentEvent: TypeAlias = (
    MoveTakenBack | ConsentAsked | ConsentGiven | ConsentRefused | ConsentReached | ProposalClosed
)

MOST_ASKED = 3
ASKED_OVER = timedelta(days=1)


def decide_consent(table: Table, command: AnyConsentCommand, *, position: int) -> tuple[AnyTableEvent, ...]:
    """Return the Events that `command` causes in a running match whose newest entry is at `position`."""
    match command:
        case TakeBack():
            return (MoveTakenBack(command.seat, command.position), Rewound(command.position - 1))
        case AskConsent():
            return (_ask(table, command, position),)
        case GiveConsent(number, seat):
            require(seat not in _open(table, number).agreed, "agreed_already", _("You have agreed to this already."))
            _require_asked(table, number, seat)
            return (ConsentGiven(number, seat),)
        case RefuseConsent(number, seat):
            _require_asked(table, number, seat)
            return (ConsentRefused(number, seat),)
        case WithdrawProposal(number, seat):
            require(_open(table, number).seat == seat, "not_your_proposal", _("Only who asked can take that back."))
            return (ProposalClosed(number, "withdrawn"),)
        case CloseProposal(number):
            _open(table, number)
            return (ProposalClosed(number, "expired"),)
        case _:
            assert_never(command)


def seats_to_agree(table: Table, proposal: Proposal) -> tuple[Seat, ...]:
    """Return the seats that have not yet answered an open proposal."""
    people = (number for number, chair in enumerate(table.chairs) if chair.keeper == "player")
    return tuple(seat for seat in people if seat != proposal.seat and seat not in proposal.agreed)


def settle_proposal(table: Table, *, has_moved_on: bool) -> tuple[AnyTableEvent, ...]:
    """Return the Events that settle the open proposal, if any do, after an entry has led to `table`."""
    proposal = table.proposal
    if proposal is None:
        return ()
    if table.chairs[proposal.seat].keeper != "player":
        return (ProposalClosed(proposal.number, "left"),)
    if has_moved_on and isinstance(proposal.proposed, ProposeRewind):
        return (ProposalClosed(proposal.number, "moved_on"),)
    if proposal.newcomer is not None and not proposal.is_taken_up:
        return ()
    if seats_to_agree(table, proposal):
        return ()
    return (ConsentReached(proposal.number), *_fulfil(table, proposal))


def note_consent(table: Table, event: AnyConsentEvent) -> Table:
    """Return the Table after `event`. Total: it never refuses."""
    match event:
        case MoveTakenBack():
            return table
        case ConsentAsked(number, seat, proposed):
            chair = table.chairs[seat]
            asked = replace(chair, asked_at=(*chair.asked_at, event.asked_at)[-MOST_ASKED:])
            chairs = (*table.chairs[:seat], asked, *table.chairs[seat + 1 :])
            proposal = Proposal(number, seat, proposed, event.expires_at)
            return replace(table, proposal=proposal, proposals=number, chairs=chairs)
        case ConsentGiven(_, seat):
            return replace(table, proposal=_agree(table.proposal, seat))
        case ConsentRefused() | ConsentReached() | ProposalClosed():
            return replace(table, proposal=None)


def take_over(chair: Chair, player: str) -> Chair:
    """Return the chair after another person has taken it; the dice salt stays, everything personal is reset."""
    return Chair(
        player=player, keeper="player", salt=chair.salt, salt_from=chair.salt_from, has_confirmed=chair.has_confirmed
    )


def _agree(proposal: Proposal | None, seat: Seat | None) -> Proposal | None:
    if proposal is None:
        return None
    return replace(proposal, is_taken_up=True) if seat is None else replace(proposal, agreed=(*proposal.agreed, seat))


def _ask(table: Table, command: AskConsent, position: int) -> ConsentAsked:
    require(
        table.proposal is None, "proposal_open", _("The table is asked something already; wait until that is settled.")
    )
    require(table.chairs[command.seat].keeper == "player", "not_playing", _("Only who plays can ask that."))
    recent = [each for each in table.chairs[command.seat].asked_at if each > command.asked_at - ASKED_OVER]
    if len(recent) == MOST_ASKED:
        wait = recent[0] + ASKED_OVER - command.asked_at
        raise TooOften(
            _("You have asked the table {most} things within a day; let it play.").format(most=MOST_ASKED),
            1 + int(wait.total_seconds()),
        )
    _check_proposed(table, command.proposed, position)
    return ConsentAsked(table.proposals + 1, command.seat, command.proposed, command.asked_at, command.expires_at)


def _check_proposed(table: Table, proposed: AnyProposed, position: int) -> None:
    match proposed:
        case ProposeRewind(to):
            require(0 < to < position, "no_such_position", _("There is no such moment to go back to."))
        case ProposePause(seconds):
            decide_clocks(table, Pause(seconds), has_begun=True)
        case PassSeatOn(player):
            require(table.seat_of(player) is None, "already_seated", _("That player sits at this table already."))
        case Abandon():
            return


def _fulfil(table: Table, proposal: Proposal) -> tuple[AnyTableEvent, ...]:
    match proposal.proposed:
        case ProposeRewind(to):
            return (Rewound(to),)
        case ProposePause(seconds):
            return () if table.is_paused else tuple(decide_clocks(table, Pause(seconds), has_begun=True))
        case Abandon():
            return (MatchAdjudicated("abandoned", None),)
        case PassSeatOn(player):
            return (SeatHandedOver(proposal.seat, "player", "agreed", player),)


def _open(table: Table, number: int) -> Proposal:
    proposal = table.proposal
    if proposal is None or proposal.number != number:
        raise NotNow("proposal_closed", _("That is not asked any more."))
    return proposal


def _require_asked(table: Table, number: int, seat: Seat | None) -> None:
    proposal = _open(table, number)
    is_asked = proposal.newcomer is not None if seat is None else seat in seats_to_agree(table, proposal)
    require(is_asked, "not_asked", _("You are not asked."))
