"""What a test of mail does all day: play a move, write a row, make everything due."""

from datetime import datetime
from itertools import count

from django.utils import timezone

from accounts.models import User
from games.logbook import store
from games.models import Match, OutboxMail
from games.outbox import letters as outbox
from games.projections.write import open_decisions
from games.services.play.moves import in_notation, submit_move
from pirates.decisions import Decision

_keys = count()


def question(match: Match) -> Decision:
    """Return the Decision that the match waits for."""
    return next(each for each in open_decisions(store.open_book(match.pk)) if each.required)


def play(match: Match, player: User, notation: str, *, channel: str = "page") -> None:
    """Play a move through the one door."""
    submit_move(
        match_id=match.pk,
        player=player,
        decision=question(match).key,
        move=in_notation(notation),
        channel=channel,
        key=f"desk {next(_keys)}",
    )


def make_all_due() -> None:
    """Let no row wait any longer."""
    OutboxMail.objects.filter(state=OutboxMail.State.WAITING).update(not_before=timezone.now())


def post(
    match: Match,
    kind: OutboxMail.Kind,
    seat: int | None,
    *,
    decision: str = "",
    subject_id: str = "",
    recipient_id: int | None = None,
) -> OutboxMail:
    """Write a row as a service would, and return it."""
    letter = outbox.Letter(
        kind=kind,
        match_id=match.pk,
        once=f"test {next(_keys)}",
        seat=seat,
        recipient_id=recipient_id,
        decision=decision,
        subject_id=subject_id,
    )
    outbox.tell([letter], timezone.now())
    return OutboxMail.objects.get(once=letter.once)


def settle_all(now: datetime | None = None) -> None:
    """Take every row written so far as sent, long ago."""
    OutboxMail.objects.filter(state=OutboxMail.State.WAITING).update(
        state=OutboxMail.State.DROPPED, reason="test", settled_at=now or timezone.now()
    )


def fates() -> list[tuple[str, str]]:
    """Return kind and state of every row, oldest first."""
    return list(OutboxMail.objects.order_by("pk").values_list("kind", "state"))
