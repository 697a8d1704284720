"""Refusals that do not come from the rules of a game: wrong seats, closed questions, missing matches.

A refusal is worded in the language active where it is raised, which is the asker's. Only its code is stored or
compared.
"""

from django.utils.translation import gettext as _

from pirates.errors import Fact, RulesError


class NoSuchMatch(RulesError):
    """The match does not exist, or the asker may not know that it does."""

    def __init__(self) -> None:
        super().__init__("no_such_match", _("There is no such match."))


class NotYourSeat(RulesError):
    """The asker does not hold the seat that would have to act."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__("not_your_seat", sentence or _("You have no seat in this match."))


class StaleDecision(RulesError):
    """The question that was answered is no longer open; `since` lists what has happened in the meantime."""

    def __init__(self, key: str, since: list[str]) -> None:
        sentence = _("That question is no longer open. Answer what is asked now, if anything is.")
        super().__init__("stale_decision", sentence, decision=key, since=since)


class MatchClosed(RulesError):
    """Nothing more can happen in this match."""

    def __init__(self, **data: Fact) -> None:
        super().__init__("match_over", _("This match is over; nothing more can be played in it."), **data)


class KeyUsed(RulesError):
    """A different request has used this Idempotency-Key already; this one has had no effect."""

    def __init__(self) -> None:
        super().__init__("idempotency_key_used", _("Another request was sent with this Idempotency-Key."))


class TooOften(RulesError):
    """The asker has reached a limit that protects other people; `retry_after` is in seconds."""

    def __init__(self, sentence: str, retry_after: int) -> None:
        super().__init__("too_often", sentence, retry_after=retry_after)


class NotNow(RulesError):
    """The table does not allow this at this point of the match."""


def require(holds: object, code: str, sentence: str) -> None:
    """Raise NotNow with this code and sentence unless `holds` is true."""
    if not holds:
        raise NotNow(code, sentence)
