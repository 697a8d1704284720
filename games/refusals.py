"""Refusals that are not about rules: whose seat it is, what is still open, what can be found."""

from pirates.errors import Fact, RulesError


class NoSuchMatch(RulesError):
    """There is no such match, or the asker may not know that there is."""

    def __init__(self) -> None:
        super().__init__("no_such_match", "There is no such match.")


class NotYourSeat(RulesError):
    """The asker does not hold the seat that would have to act."""

    def __init__(self, sentence: str = "You have no seat in this match.") -> None:
        super().__init__("not_your_seat", sentence)


class StaleDecision(RulesError):
    """The question that was answered is no longer open; `since` tells what happened meanwhile."""

    def __init__(self, key: str, since: list[str]) -> None:
        sentence = "That question is no longer open. Answer what is asked now, if anything is."
        super().__init__("stale_decision", sentence, decision=key, since=since)


class MatchClosed(RulesError):
    """Nothing more can happen in this match."""

    def __init__(self, **data: Fact) -> None:
        super().__init__("match_over", "This match is over; nothing more can be played in it.", **data)


class TooOften(RulesError):
    """The asker has done this so often that others must be spared; `retry_after` is in seconds."""

    def __init__(self, sentence: str, retry_after: int) -> None:
        super().__init__("too_often", sentence, retry_after=retry_after)


class NotNow(RulesError):
    """The table does not allow this at this point of the match."""
