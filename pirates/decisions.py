"""Decisions: the open questions of a Match. Nothing else says whose turn it is."""

from collections.abc import Iterable, Sequence

import msgspec

from pirates.commands import Move
from pirates.seats import Seat


class Decision(msgspec.Struct, frozen=True):
    """One open question to one Seat, or to the clock.

    `seat` is None for the clock, which answers with `Resolve(key)`. A Seat answers with a Move; if its time runs out,
    `Expire(seat, key)` plays `default`. `key` never repeats in a Match. The Match waits for `required` Decisions only.
    A `window` interrupts the turn: another seat did something to which this seat may respond, but need not.
    `by_lots`: the default leaves to chance what a player would choose. A caretaker then lets a bot choose; otherwise it
    plays the default. Everybody sees what a caretaker does, so `by_lots` must not depend on a hand.
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
    """Return the Decisions open to `seat`; None stands for the clock."""
    return tuple(each for each in decisions if each.seat == seat)


def find_decision(decisions: Iterable[Decision], key: str) -> Decision | None:
    """Return the open Decision with this `key`, or None if it is not open."""
    return next((each for each in decisions if each.key == key), None)


def answered_by(move: Move, asked: Sequence[Decision]) -> Decision:
    """Return the Decision that a Move answers, out of those open to its seat; `asked` holds at least one.

    It is the one whose default is a Move of the same kind or names the same things. If there is none, it is the
    required one, or else the first.
    """
    if len(asked) == 1:
        return asked[0]
    alike = [each for each in asked if type(each.default) is type(move)]
    about = alike or [each for each in asked if _is_about_the_same(each.default, move)]
    if about:
        return max(about, key=lambda each: len(_facts(each.default) & _facts(move)))
    return next((each for each in asked if each.required), asked[0])


def _is_about_the_same(default: Move | None, move: Move) -> bool:
    """Whether a Move repeats every field of the default, and not only its seat, as when both name one offer."""
    return len(_facts(default)) > 1 and _facts(default) <= _facts(move)


def _facts(move: Move | None) -> frozenset[tuple[str, object]]:
    return frozenset() if move is None else frozenset(msgspec.structs.asdict(move).items())
