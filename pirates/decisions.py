"""Decisions: the open questions of a Match, and the only source of "whose turn"."""

from collections.abc import Iterable, Sequence

import msgspec

from pirates.commands import Move
from pirates.seats import Seat


class Decision(msgspec.Struct, frozen=True):
    """One open question to one Seat, or to the clock.

    `seat` is None for the clock, which answers with `Resolve(key)`; a Seat answers with a Move, or its time runs out
    and `Expire(seat, key)` plays `default`. `key` never repeats in a Match. The Match waits for `required` ones only.
    A `window` interrupts: somebody did something that this seat may, not must, have an answer to, and wants to be told.
    `by_lots` says that the default leaves to lots what a player would choose: there a caretaker has a bot choose, while
    any other default is an answer, which it gives. What a caretaker does is seen, so this may not depend on a hand.
    """

    seat: Seat | None
    kind: str
    key: str
    default: Move | None
    required: bool = True
    window: bool = False
    by_lots: bool = False


def awaited_seats(decisions: Iterable[Decision]) -> tuple[Seat, ...]:
    """Return the seats the Match waits for, lowest first, each once."""
    return tuple(sorted({each.seat for each in decisions if each.required and each.seat is not None}))


def open_to(decisions: Iterable[Decision], seat: Seat | None) -> tuple[Decision, ...]:
    """Return the Decisions put to `seat`; None asks for the clock's."""
    return tuple(each for each in decisions if each.seat == seat)


def find_decision(decisions: Iterable[Decision], key: str) -> Decision | None:
    """Return the open Decision named `key`, or None if it is not open (any more)."""
    return next((each for each in decisions if each.key == key), None)


def answered_by(move: Move, asked: Sequence[Decision]) -> Decision:
    """Return which of the Decisions put to its seat, at least one, a Move answers.

    That is the one whose default is a Move of the same kind, or is about the same things; failing both, the required
    one, or else the first.
    """
    if len(asked) == 1:
        return asked[0]
    alike = [each for each in asked if type(each.default) is type(move)]
    about = alike or [each for each in asked if _is_about_the_same(each.default, move)]
    if about:
        return max(about, key=lambda each: len(_facts(each.default) & _facts(move)))
    return next((each for each in asked if each.required), asked[0])


def _is_about_the_same(default: Move | None, move: Move) -> bool:
    """Whether a Move says all that the default says, and that is more than its seat: both are about one offer, say."""
    return len(_facts(default)) > 1 and _facts(default) <= _facts(move)


def _facts(move: Move | None) -> frozenset[tuple[str, object]]:
    return frozenset() if move is None else frozenset(msgspec.structs.asdict(move).items())
