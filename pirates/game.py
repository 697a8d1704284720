"""Game: the record of everything that the rules of one game provide. Each `pirates/<game>/game.py` fills one in."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from pirates.commands import Command, Expire, Move, Resolve, Start
from pirates.decisions import Decision
from pirates.dice import Dice
from pirates.errors import MalformedMove
from pirates.events import Event
from pirates.outcomes import Outcome
from pirates.seats import Seat
from pirates.wording import gettext as _

S = TypeVar("S", bound=msgspec.Struct)
V = TypeVar("V", bound=msgspec.Struct)
O = TypeVar("O", bound=msgspec.Struct)


def nothing_ordered(_state: Any, _seat: Seat) -> Move | None:
    """Return None: there are no standing orders."""
    return None


@dataclass(frozen=True, slots=True)
class Waits:
    """How often a Match waits for answers; a sealed phase counts once.

    `most` is the maximum; after `usual` waits nearly every Match is over. Either is None if the rules set no limit.
    """

    most: int | None = None
    usual: int | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, V, O]):
    """Everything that one Game provides; `S`, `V` and `O` are its State, View and Options.

    - `decide` alone contains rules and chance; it raises MalformedMove or IllegalMove.
    - `evolve` never refuses an Event; the State is None before the first one.
    - `view` returns what a seat may see, built up from nothing; None is a spectator.
    - `legal_moves` yields exactly the Moves that `decide` accepts from a seat; `sample_move` returns any one of them.
    - `parse` and `write` are inverse; `narrate` puts a redacted Event into one sentence for `viewer`.
    - `bot` chooses a Move from a View alone.
    - `partners` are the seats with which the viewer can still trade before it answers. A bot lets the people among them
      answer first; meanwhile it plays the Move that `haggle` returns, if any.
    - `begins_turn` returns the seat whose turn an Event begins, or None.
    - `forgets` is True if these options show a seat only what it learned since its own last turn.
    - `waits` returns how often a Match with these options and this number of seats waits for answers.
    - `is_quiet` is True if the Events of a Move reveal nothing, seal nothing and involve no chance, so that the Move
      may be taken back. If the Events do not show that, it is False.
    - `answer_by_order` returns the Move that a seat has ordered in advance for its open question, or None. The rules
      never play it themselves: the host plays it after a delay, so that it reveals no more than a player's own answer.
    """

    slug: str
    title: str
    seats: range
    rules_version: int
    options: type[O]
    state: type[S]
    view_type: type[V]
    moves: Any = field(repr=False)
    events: Any = field(repr=False)
    decide: Callable[[S | None, Command, Dice], tuple[Event, ...]] = field(repr=False)
    evolve: Callable[[S | None, Event], S] = field(repr=False)
    decisions: Callable[[S], tuple[Decision, ...]] = field(repr=False)
    legal_moves: Callable[[S, Seat], Iterator[Move]] = field(repr=False)
    sample_move: Callable[[S, Seat, Dice], Move] = field(repr=False)
    view: Callable[[S, Seat | None], V] = field(repr=False)
    outcome: Callable[[S], Outcome | None] = field(repr=False)
    parse: Callable[[str, S, Seat], Move] = field(repr=False)
    write: Callable[[Move], str] = field(repr=False)
    narrate: Callable[[Event, Sequence[str], Seat | None], str] = field(repr=False)
    bot: Callable[[V, Sequence[Move], Dice], Move] = field(repr=False)
    begins_turn: Callable[[Event], Seat | None] = field(repr=False)
    forgets: Callable[[O], bool] = field(repr=False)
    is_quiet: Callable[[Sequence[Event]], bool] = field(repr=False)
    partners: Callable[[V], Sequence[Seat]] = field(default=lambda _view: (), repr=False)
    haggle: Callable[[V, Sequence[Seat], Dice], Move | None] = field(
        default=lambda _view, _people, _dice: None, repr=False
    )
    answer_by_order: Callable[[S, Seat], Move | None] = field(default=nothing_ordered, repr=False)
    waits: Callable[[O, int], Waits] = field(default=lambda _options, _seats: Waits(), repr=False)

    @cached_property
    def commands(self) -> Any:
        """The tagged union of every Command of this Game."""
        return Start[self.options] | self.moves | Expire | Resolve  # type: ignore[name-defined]

    def decode_move(self, raw: bytes) -> Move:
        """Return the Move in `raw` (JSON); raises MalformedMove (`unreadable_move`)."""
        try:
            move: Move = self._move_decoder.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise MalformedMove(
                "unreadable_move", _("This is not a move of {game}: {reason}.").format(game=self.title, reason=error)
            ) from error
        return move

    def decode_options(self, raw: bytes) -> O:
        """Return the Options in `raw` (JSON); raises MalformedMove (`unreadable_options`)."""
        try:
            return msgspec.json.decode(raw, type=self.options)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise MalformedMove(
                "unreadable_options",
                _("These are not options of {game}: {reason}.").format(game=self.title, reason=error),
            ) from error

    @cached_property
    def _move_decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self.moves)


AnyGame: TypeAlias = Game[Any, Any, Any]
