"""The contract, part one: matches end well, and their log can be kept, told and folded again."""

from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from pirates.commands import Start
from pirates.decisions import Decision
from pirates.errors import RulesError
from pirates.events import redact
from pirates.fingerprints import canonical_json
from pirates.replay import fold
from pirates.seats import Seat
from tests.pirates.trial import Playout, Trial, attempt

NAMES = ("Anne", "Bart", "Calico", "Dirk", "Edward", "Flint")


def check_end(trial: Trial, playout: Playout) -> None:
    """Decisions are open until, and only until, there is a well-formed Outcome, for a declared reason."""
    for step in playout.steps:
        over = trial.game.outcome(step.after) is not None
        assert over == (not trial.game.decisions(step.after)), f"nobody is asked at {step.position}, yet it is not over"
    outcome = trial.game.outcome(playout.steps[-1].after)
    assert outcome is not None
    assert outcome.reason in trial.reasons, f"undeclared ending {outcome.reason}"
    assert sorted(seat for group in outcome.ranking for seat in group) == list(playout.seats)
    assert outcome.winners == outcome.ranking[0]
    assert len(outcome.scores) == len(playout.seats)
    assert not any(list(trial.game.legal_moves(playout.steps[-1].after, seat)) for seat in playout.seats)


def check_keys(trial: Trial, playout: Playout) -> None:
    """A Decision key stands for one question: once closed, it never opens again."""
    closed: set[str] = set()
    asked: dict[str, tuple[Seat | None, str]] = {}
    for step in playout.steps:
        decisions = trial.game.decisions(step.after)
        now = {each.key: (each.seat, each.kind) for each in decisions}
        assert len(now) == len(decisions), f"two open decisions share a key at {step.position}: {decisions}"
        closed |= asked.keys() - now.keys()
        assert not closed & now.keys(), f"a key is used again at {step.position}: {closed & now.keys()}"
        for key, question in now.items():
            assert asked.get(key, question) == question, f"key {key} changed its meaning at {step.position}"
        asked = now


def check_lots(trial: Trial, playout: Playout) -> None:
    """A default is marked as left to lots exactly where its notation says so."""
    for step in playout.steps:
        for each in trial.game.decisions(step.after):
            leaves = each.default is not None and "lots" in trial.game.write(each.default).split()
            assert each.by_lots == leaves, f"by lots or not, at {step.position}? {each}"


def check_replay(trial: Trial, playout: Playout) -> None:
    """Folding the events again, from nothing and from JSON, gives the live State at every position."""
    state = again = None
    for step in playout.steps:
        stored = msgspec.json.decode(canonical_json(step.events), type=tuple[trial.game.events, ...])  # type: ignore[name-defined]
        assert stored == step.events, f"events change when stored at {step.position}"
        state, again = fold(trial.game.evolve, step.events, state), fold(trial.game.evolve, stored, again)
        assert state == again == step.after, f"replay differs from live at {step.position}"
        assert canonical_json(again) == canonical_json(step.after), f"replay differs from live at {step.position}"


def check_codec(trial: Trial, playout: Playout) -> None:
    """Commands, States, Views and Decisions survive JSON, and so do the redacted Events."""
    game = trial.game
    for step in playout.steps:
        assert _survives(step.command, game.commands), f"{step.command} changes when stored"
        assert _survives(step.after, game.state), f"the State changes when stored at {step.position}"
        for viewer in playout.viewers:
            assert _survives(game.view(step.after, viewer), game.view_type), f"the View of {viewer} changes when stored"
            for event in step.events:
                assert _survives(redact(event, viewer), game.events), f"{event} cannot be redacted for {viewer}"
        assert all(_decision_survives(trial, each) for each in game.decisions(step.after))


def check_conserved(trial: Trial, playout: Playout) -> None:
    """No piece is lost or made."""
    first = trial.components(playout.steps[0].after)
    for step in playout.steps:
        now = trial.components(step.after)
        assert now == first, f"pieces lost {first - now} or made {now - first} at {step.position}, by {step.command}"


def check_narration(trial: Trial, playout: Playout) -> None:
    """Every event is told to everyone as a sentence, from what they may know of it."""
    names = NAMES[: len(playout.seats)]
    for event in playout.events:
        for viewer in playout.viewers:
            known = redact(event, viewer)
            told = trial.game.narrate(known, names, viewer)
            assert isinstance(told, str), f"{event} is not told to {viewer}"
            assert told.strip(), f"{event} is not told to {viewer}"
            assert told.rstrip()[-1] in ".!?", f"not a sentence: {told!r}"
            assert "None" not in told, f"a hole in the sentence: {told!r}"
            assert trial.game.begins_turn(known) == trial.game.begins_turn(event)


def check_start(trial: Trial, playout: Playout) -> None:
    """A match starts once, with a number of seats the game has."""
    game, start = trial.game, playout.steps[0].command
    assert isinstance(start, Start)
    wrong = [Start(start.options, seats) for seats in (game.seats.start - 1, game.seats.stop, 0, -1)]
    for state, command in [*((None, each) for each in wrong), (playout.steps[0].after, start)]:
        answer = attempt(game, state, command, playout.dice("start"))
        assert isinstance(answer, RulesError), f"{command} is accepted"


def check_coverage(trial: Trial, playouts: Iterable[Playout]) -> None:
    """Every declared ending, and every type of Move and Event, comes up in some playout."""
    played = tuple(playouts)
    reasons = {trial.game.outcome(playout.steps[-1].after).reason for playout in played}  # type: ignore[union-attr]
    assert reasons == trial.reasons, f"endings never reached: {set(trial.reasons) - reasons}"
    events = {type(event) for playout in played for event in playout.events}
    missing = set(get_args(trial.game.events)) - trial.rare - events
    assert not missing, f"never happened: {missing}"
    moves = {type(step.command) for playout in played for step in playout.steps}
    assert moves >= set(get_args(trial.game.moves)), f"never played: {set(get_args(trial.game.moves)) - moves}"


def _survives(value: Any, kind: Any) -> bool:
    return bool(msgspec.json.decode(canonical_json(value), type=kind) == value)


def _decision_survives(trial: Trial, decision: Decision) -> bool:
    default = decision.default
    plain = msgspec.structs.replace(decision, default=None)
    return _survives(plain, Decision) and (default is None or _survives(default, trial.game.moves))
