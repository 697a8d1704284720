"""The contract, part three: what a seat may not know changes nothing it can see; and no seat is favoured."""

from collections.abc import Iterator
from itertools import zip_longest
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec.structs import replace

from pirates.commands import Move
from pirates.decisions import awaited_seats, open_to
from pirates.dice import SeededDice, shuffle
from pirates.errors import RulesError
from pirates.events import Event, redact, secrets_of
from pirates.fingerprints import canonical_json
from pirates.game import AnyGame
from pirates.outcomes import Outcome
from pirates.replay import fold
from pirates.seats import Seat
from tests.pirates.contract_log import NAMES
from tests.pirates.contract_moves import strays
from tests.pirates.trial import Playout, Step, Trial, attempt, some_legal_moves

POSITIONS = 12


def check_hidden(trial: Trial, playout: Playout) -> None:
    """Redeal what a viewer may not know: all that is shown, asked, allowed, refused and told to it stays the same."""
    redealt = 0
    for step in playout.sampled(POSITIONS):
        for viewer in playout.viewers:
            dice = playout.dice("swap", step.position * 8 + (7 if viewer is None else viewer))
            other = trial.swap_hidden(step.before, viewer, dice)
            redealt += other != step.before
            assert trial.components(other) == trial.components(step.before), "swap_hidden loses pieces"
            for here, there in zip(
                _faces(trial.game, step.before, viewer), _faces(trial.game, other, viewer), strict=True
            ):
                assert here == there, f"{viewer} sees through at {step.position}: {here!r} against {there!r}"
            _check_refusals(trial.game, playout, step, other, viewer)
            _check_events(trial, step, other, viewer)
    assert redealt, "swap_hidden never changes anything"


def _faces(game: AnyGame, state: Any, viewer: Seat | None) -> Iterator[bytes]:
    decisions = game.decisions(state)
    yield canonical_json(game.view(state, viewer))
    yield canonical_json(awaited_seats(decisions))
    required = [each for each in decisions if each.required]
    yield canonical_json([(each.seat, each.kind, each.key, each.window, each.by_lots) for each in required])
    if viewer is not None:
        yield canonical_json(open_to(decisions, viewer))
        yield canonical_json(some_legal_moves(game, state, viewer))


def _check_refusals(game: AnyGame, playout: Playout, step: Step, other: Any, viewer: Seat | None) -> None:
    for move in () if viewer is None else strays(game, playout, step, viewer):
        here = attempt(game, step.before, move, SeededDice(b"refusal", 1))
        there = attempt(game, other, move, SeededDice(b"refusal", 1))
        refusals = [
            isinstance(answer, RulesError) and (answer.code, str(answer), answer.data) for answer in (here, there)
        ]
        assert refusals[0] == refusals[1], f"a refusal tells {viewer} more than it may know: {refusals}"


def _check_events(trial: Trial, step: Step, other: Any, viewer: Seat | None) -> None:
    here = attempt(trial.game, step.before, step.command, SeededDice(b"next", step.position))
    there = attempt(trial.game, other, step.command, SeededDice(b"next", step.position))
    if isinstance(here, RulesError) or isinstance(there, RulesError):
        own = isinstance(step.command, Move) and step.command.seat == viewer
        assert not own, f"{step.command} is allowed or not by what {viewer} may not know"
        return
    for pair in zip_longest(here, there):
        if any(event is not None and _brings_to_light(trial, event, viewer) for event in pair):
            return
        told = [event and _told(trial.game, event, viewer) for event in pair]
        assert told[0] == told[1], f"{viewer} is told what it may not know at {step.position}: {told}"


def _brings_to_light(trial: Trial, event: Event, viewer: Seat | None) -> bool:
    known = redact(event, viewer)
    return type(event) in trial.reveals or any(getattr(known, name) is not None for name, _ in secrets_of(type(event)))


def _told(game: AnyGame, event: Event, viewer: Seat | None) -> tuple[bytes, str]:
    known = redact(event, viewer)
    return canonical_json(known), game.narrate(known, NAMES, viewer)


def check_audiences(trial: Trial) -> None:
    """Every event type says who may read it: it marks a secret, or is listed as hiding nothing."""
    for kind in get_args(trial.game.events):
        marked = secrets_of(kind)
        assert bool(marked) != (kind in trial.hides_nothing), f"who may read {kind.__name__}?"
        hints = get_type_hints(kind)
        for name, readers in marked:
            assert NoneType in get_args(hints[name]), f"{kind.__name__}.{name} is secret and cannot be left out"
            assert all(_holds_seats(hints[reader]) for reader in readers), f"{kind.__name__}.{name} has no such reader"


def check_no_seat_favoured(trial: Trial, playout: Playout) -> None:
    """Seat the same people elsewhere before the last command: the same people win, with the same scores."""
    last, dice = playout.steps[-1], playout.dice("permute")
    for _ in range(3):
        permutation = shuffle(dice, tuple(playout.seats))
        before, command = trial.permute(last.before, permutation), reseated(last.command, permutation)
        events = attempt(trial.game, before, command, SeededDice(playout.seed, last.position))
        assert not isinstance(events, RulesError), f"{command} is refused after seats moved: {events}"
        after = fold(trial.game.evolve, events, before)
        here, there = trial.game.outcome(last.after), trial.game.outcome(after)
        assert _levelled(there) == _levelled(_seated(here, permutation)), f"{permutation}: {here} becomes {there}"


def reseated(command: Any, permutation: tuple[Seat, ...]) -> Any:
    """Return a command as if every seat s in it were seat permutation[s]."""
    moved = {}
    seat = get_type_hints(Move, include_extras=True)["seat"]
    for name, hint in get_type_hints(type(command), include_extras=True).items():
        value = getattr(command, name)
        if hint in (seat, seat | None) and value is not None:
            moved[name] = permutation[value]
    return replace(command, **moved)


def _seated(outcome: Outcome | None, permutation: tuple[Seat, ...]) -> Outcome:
    assert outcome is not None
    ranking = tuple(tuple(permutation[seat] for seat in group) for group in outcome.ranking)
    scores = tuple(outcome.scores[permutation.index(seat)] for seat in range(len(permutation)))
    return replace(outcome, winners=ranking[0], ranking=ranking, scores=scores)


def _levelled(outcome: Outcome | None) -> tuple[Any, ...]:
    assert outcome is not None
    groups = [frozenset(group) for group in outcome.ranking]
    return frozenset(outcome.winners), groups, outcome.scores, outcome.reason


def _holds_seats(hint: Any) -> bool:
    kinds = set(get_args(hint)) - {NoneType, Ellipsis} if get_origin(hint) is not None else {hint}
    return kinds <= {int} or any(_holds_seats(kind) for kind in kinds if get_origin(kind) is not None)
