"""Timings: when a person wants a kind of mail about a match, and which letter reaches them soonest."""

from accounts.mail_preferences import Timing, timing_of
from accounts.models import User
from games.models import MatchMailTiming, OutboxMail

Kind = OutboxMail.Kind

ONLY_AT_ONCE = frozenset({Kind.REMINDER, Kind.RECEIPT})


def wanted_timing(person: User, kind: str, match_id: str | None) -> Timing:
    """Return when this person wants letters of `kind` about this match.

    The choice for the match overrides that of the account, but a kind that the account never wants stays unwanted.
    """
    timing = timing_of(person, kind)
    if timing == Timing.NEVER or match_id is None:
        return timing
    chosen = _find_match_timing(match_id, person.pk)
    timing = timing if chosen is None else Timing(chosen)
    if timing in (Timing.BUNDLED, Timing.DIGEST) and person.mail_timings.get(timing.value) == Timing.NEVER:
        return Timing.NEVER
    return Timing.AT_ONCE if timing != Timing.NEVER and kind in ONLY_AT_ONCE else timing


def wants_sooner(person: User, kind: str, than: str, match_id: str) -> bool:
    """Whether letters of `kind` about this match reach the person while those of kind `than` wait or never go out."""
    waits, goes = (wanted_timing(person, each, match_id) for each in (than, kind))
    return waits != Timing.AT_ONCE and (goes == Timing.AT_ONCE or (waits == Timing.NEVER and goes != waits))


def _find_match_timing(match_id: str, person_id: int) -> str | None:
    return (
        MatchMailTiming.objects.filter(match_id=match_id, person_id=person_id).values_list("timing", flat=True).first()
    )
