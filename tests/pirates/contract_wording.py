"""The contract, part four: all that is said to people can be said in another language."""

import importlib
import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import partial
from itertools import islice
from typing import Any

from msgspec.structs import replace

from pirates.commands import Command, Resolve, Start
from pirates.dice import SeededDice
from pirates.errors import RulesError
from pirates.events import redact
from pirates.game import AnyGame
from pirates.seats import Seat
from tests.pirates.contract_moves import strays
from tests.pirates.tongues import WIDE, spoken
from tests.pirates.trial import Playout, Step, Trial, attempt

NAMELESS = ("①", "②", "③", "④", "⑤", "⑥")
RUBBISH = (
    "",
    "?",
    "belay that",
    "bury -1",
    "rod 0",
    "spyglass",
    "map x",
    "shovel 1 end end",
    "orders maybe",
    "accept 9",
)
MOST_STRAYS = 80
MOST_STEPS = 12
_SIDES = {"A", "B"}
_WORD = re.compile("[A-Za-z]+")


def check_sentences_translated(trial: Trial, playout: Playout) -> None:
    """Every sentence of every event is wholly translated, redacted or not: no letter of it is left over."""
    names = NAMELESS[: len(playout.seats)]
    with spoken(WIDE):
        for event in (event for step in playout.sampled(MOST_STEPS) for event in step.events):
            for viewer in (0, 1, None):
                for known in (redact(event, viewer), event):
                    told = trial.game.narrate(known, names, viewer)
                    promise = getattr(event, "promise", None)
                    left = _left_over(told.replace(promise, "") if promise else told)
                    assert left <= _SIDES, f"{left} is left untranslated in {told!r}"


def check_refusals_translated(trial: Trial, playout: Playout) -> None:
    """Every refusal is wholly translated, words of the notation apart; code and data are the same in every language."""
    known = words_of_notation(trial.game)
    for step in playout.sampled(1):
        for ask in _questions(trial, playout, step):
            here = ask()
            with spoken(WIDE):
                there = ask()
            if here is None or there is None:
                assert here is there
                continue
            assert (here.code, here.data) == (there.code, there.data)
            left = _left_over(there.sentence.replace(trial.game.title, "")) - known
            assert not left, f"{left} is left untranslated in {there.sentence!r}"


def _questions(trial: Trial, playout: Playout, step: Step) -> Iterator[Callable[[], RulesError | None]]:
    game, start = trial.game, playout.steps[0].command
    assert isinstance(start, Start)
    for seat in playout.seats[:2]:
        yield from (partial(_ask, game, step, move) for move in islice(strays(game, playout, step, seat), MOST_STRAYS))
    yield from (partial(_read, game, step, text, 0) for text in (*RUBBISH, *_broken(game)))
    yield partial(_ask, game, step, Resolve("no-such-key"))
    yield partial(_ask, game, step, start)
    yield from (partial(_start, game, replace(start, seats=seats)) for seats in (0, 99))


def _broken(game: AnyGame) -> Iterator[str]:
    """Yield every word that begins a Move, with too little and too much behind it."""
    for word in _notation_module(game)._READERS:
        yield from (word, f"{word} belay", f"{word} 1", f"{word} 1 1 1: belay")


def _ask(game: AnyGame, step: Step, command: Command) -> RulesError | None:
    answer = attempt(game, step.before, command, SeededDice(b"wide", step.position))
    return answer if isinstance(answer, RulesError) else None


def _start(game: AnyGame, start: Start[Any]) -> RulesError | None:
    answer = attempt(game, None, start, SeededDice(b"wide", 1))
    return answer if isinstance(answer, RulesError) else None


def _read(game: AnyGame, step: Step, text: str, seat: Seat) -> RulesError | None:
    try:
        game.parse(text, step.before, seat)
    except RulesError as refusal:
        return refusal
    return None


def words_of_notation(game: AnyGame) -> set[str]:
    """Return the words that are the same in every language."""
    module = _notation_module(game)
    cards = [each for each in vars(module).values() if isinstance(each, type) and issubclass(each, StrEnum)]
    words = [*module._READERS, "end", *(card.value for kind in cards for card in kind)]
    return {word for each in words for word in _WORD.findall(each)} | _SIDES


def _notation_module(game: AnyGame) -> Any:
    return importlib.import_module(game.parse.__module__)


def _left_over(text: str) -> set[str]:
    return set(_WORD.findall(text))
