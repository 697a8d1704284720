"""Game: the record of what the rules of one title provide. Each `pirates/<game>/game.py` fills one in."""

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
    """How often a Match waits for answers, a sealed phase once: `most` at most; after `usual` nearly every one is over.

    Each is None where the rules promise no such number.
    """

    most: int | None = None
    usual: int | None = None


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Generic[S, V, O]):
    """Everything one Game provides; `S`, `V`, `O` are its State, View and Options.

    `decide` is the only place with rules and chance; it raises MalformedMove or IllegalMove. `evolve` is total: it
    never refuses, and takes None before the first Event. `view` is built up from nothing; None is a spectator.
    `legal_moves` yields exactly what `decide` accepts from that seat, `sample_move` one of them, each with some chance.
    `parse` and `write` invert each other. `narrate` says a redacted Event to `viewer` in one sentence. `bot` plays from
    a View alone. `partners` names the seats that the viewer can come to terms with before it answers: a bot lets the
    people among them answer first, and meanwhile does what `haggle` says, if it says anything. `begins_turn` names the
    seat whose own turn an Event begins, if it begins one, and `forgets` says whether these options limit what a seat is
    still shown to what it learned since its own last turn. `waits` says how often a Match with these options and
    seats waits for answers. `is_quiet` says of the Events of one Move whether they
    show nobody anything hidden, seal nothing and hang on no chance, so that the Move may be taken back; where that
    cannot be told from them, they are not quiet.
    `answer_by_order` is the Move that a seat has ordered beforehand for what it is asked now, if it has. The rules
    never play it by themselves: the host does, after a while, so that it tells no more than a player's own answer.
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
        """Return the Move that `raw` (JSON) holds; raises MalformedMove (`unreadable_move`)."""
        try:
            move: Move = self._move_decoder.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise MalformedMove(
                "unreadable_move", _("This is not a move of {game}: {reason}.").format(game=self.title, reason=error)
            ) from error
        return move

    def decode_options(self, raw: bytes) -> O:
        """Return the Options that `raw` (JSON) holds; raises MalformedMove (`unreadable_options`)."""
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
