"""The contract, part two: legal moves are exactly what the rules accept, and can be drawn, written and chosen."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from pirates.commands import Command, Expire, Move, Resolve
from pirates.decisions import answered_by, open_to
from pirates.dice import Dice, SeededDice, pick, shuffle
from pirates.errors import RulesError
from pirates.game import AnyGame
from pirates.replay import fold
from pirates.seats import Seat
from tests.pirates.trial import MOST_LEGAL_MOVES, Playout, Step, Trial, attempt, some_legal_moves

POSITIONS = 10
STRAYS = 24
DRAWS = 3000
MOST_SEARCHED = 1000


def check_legal_moves(trial: Trial, playout: Playout) -> None:
    """Every legal move is accepted, and a stray one is refused; none is listed for a seat that is not asked."""
    for step in playout.sampled(POSITIONS):
        asked = {each.seat for each in trial.game.decisions(step.before)}
        for seat in playout.seats:
            legal = some_legal_moves(trial.game, step.before, seat)
            assert bool(legal) == (seat in asked), f"seat {seat} at {step.position}: asked {seat in asked}, {legal}"
            assert all(move.seat == seat for move in legal)
            assert len(set(legal)) == len(legal), f"seat {seat} is offered a move twice at {step.position}"
            _check_accepted(trial.game, step, _some(legal, STRAYS, playout.dice("legal", step.position)))
            _check_strays(trial.game, step, legal, strays(trial.game, playout, step, seat))


def _check_accepted(game: AnyGame, step: Step, moves: Iterable[Move]) -> None:
    for move in moves:
        events = attempt(game, step.before, move, SeededDice(b"accepted", step.position))
        assert not isinstance(events, RulesError), f"{move} is listed at {step.position}, yet refused: {events}"
        assert events, f"{move} causes nothing at {step.position}"


def _check_strays(game: AnyGame, step: Step, legal: tuple[Move, ...], moves: Iterable[Move]) -> None:
    for move in moves:
        if len(legal) == MOST_LEGAL_MOVES or move in legal:
            continue
        answer = attempt(game, step.before, move, SeededDice(b"stray", step.position))
        assert isinstance(answer, RulesError), f"{move} is not listed at {step.position}, yet accepted"


def check_commands(trial: Trial, playout: Playout) -> None:
    """Defaults are legal and Expire plays them; a key that is not open, or another's, is refused."""
    game = trial.game
    for step in playout.sampled(POSITIONS):
        for each in game.decisions(step.before):
            assert (each.default is None) == (each.seat is None), f"who answers {each} when time is up?"
            if each.seat is None or each.default is None:
                continue
            _require_refused(game, step, Resolve(each.key), Expire((each.seat + 1) % len(playout.seats), each.key))
            assert _is_legal(game, step.before, each.default), f"the default {each.default} is not legal"
            dice = SeededDice(b"late", step.position), SeededDice(b"late", step.position)
            assert game.decide(step.before, Expire(each.seat, each.key), dice[0]) == game.decide(
                step.before, each.default, dice[1]
            ), f"Expire does not play {each.default}"
        _require_refused(game, step, Resolve("no-such-key"), *(Expire(seat, "no-such-key") for seat in playout.seats))


def _require_refused(game: AnyGame, step: Step, *commands: Command) -> None:
    for command in commands:
        answer = attempt(game, step.before, command, SeededDice(b"stray", step.position))
        assert isinstance(answer, RulesError), f"{command} is accepted at {step.position}"


def check_answers(trial: Trial, playout: Playout) -> None:
    """If a move closes questions of its seat, the one that it is said to answer is among them."""
    game = trial.game
    for step in playout.sampled(POSITIONS):
        for seat in playout.seats:
            asked = open_to(game.decisions(step.before), seat)
            dice = playout.dice("answers", step.position)
            for move in _some(some_legal_moves(game, step.before, seat), STRAYS, dice):
                after = fold(game.evolve, game.decide(step.before, move, dice), step.before)
                closed = {each.key for each in asked} - {each.key for each in game.decisions(after)}
                answered = answered_by(move, asked).key
                assert answered in closed or not closed, f"{move} is said to answer {answered}, and closes {closed}"


def check_samples(trial: Trial, playout: Playout) -> None:
    """A drawn move is legal, and where the moves are few each of them is drawn sooner or later."""
    for step in playout.sampled(POSITIONS):
        dice = playout.dice("sample", step.position)
        for seat in sorted({each.seat for each in trial.game.decisions(step.before) if each.seat is not None}):
            legal = some_legal_moves(trial.game, step.before, seat)
            waiting = set(legal) if len(legal) <= 8 and step in playout.sampled(3) else set()
            for _ in range(DRAWS if waiting else 5):
                move = trial.game.sample_move(step.before, seat, dice)
                assert _is_legal(trial.game, step.before, move), f"{move} is drawn at {step.position}, and not legal"
                waiting.discard(move)
                if not waiting and _ > 5:
                    break
            assert not waiting, f"never drawn at {step.position}: {waiting}"


def check_notation(trial: Trial, playout: Playout) -> None:
    """Notation reads back as the move it was written from, and rubbish is refused."""
    game = trial.game
    for step in playout.sampled(POSITIONS):
        for seat in playout.seats:
            for move in _some(some_legal_moves(game, step.before, seat), STRAYS, playout.dice("write", step.position)):
                text = game.write(move)
                assert _read(game, step.before, seat, text) == move, f"{text!r} does not read back as {move}"
                assert text == text.strip(), f"{text!r} has loose spaces"
                assert "\n" not in text, f"{text!r} is more than a line"
            for rubbish in ("", " ", "?", "belay that", "9" * 400, "bury -1", "\x00", "é" * 50):
                assert _read(game, step.before, seat, rubbish) is None, f"{rubbish!r} is understood"


def check_bot(trial: Trial, playout: Playout) -> None:
    """The bot plays one of the moves it is given, even if given one only."""
    for step in playout.sampled(POSITIONS):
        dice = playout.dice("bot", step.position)
        for seat in playout.seats:
            moves = some_legal_moves(trial.game, step.before, seat)
            for offered in (moves, moves[:1], moves[-1:]) if moves else ():
                chosen = trial.game.bot(trial.game.view(step.before, seat), offered, dice)
                assert chosen in offered, f"the bot plays {chosen}, which it was not given"


def strays(game: AnyGame, playout: Playout, step: Step, seat: Seat) -> Iterator[Move]:
    """Yield moves of other positions and seats, and moves with one field changed, all in readable form."""
    dice = playout.dice("stray", step.position * 8 + seat)
    seen = [each.command for each in playout.steps if isinstance(each.command, Move)]
    for move in _some(seen, STRAYS, dice) if seen else ():
        yield replace(move, seat=seat)
        yield from _readable(game, _changed(move, pick(dice, seen), seat))


def _changed(move: Move, other: Move, seat: Seat) -> Iterator[Move]:
    for field in move.__struct_fields__:
        if field == "seat":
            continue
        for value in (*_nudged(getattr(move, field)), getattr(other, field, None)):
            yield replace(move, seat=seat, **{field: value})


def _nudged(value: Any) -> tuple[Any, ...]:
    if isinstance(value, int):
        return (value + 1, value - 1, not value)
    if isinstance(value, tuple):
        return (value[1:], value[:1] + value, value[::-1], ())
    return (None,)


def _readable(game: AnyGame, moves: Iterable[Move]) -> Iterator[Move]:
    for move in moves:
        try:
            yield game.decode_move(msgspec.json.encode(move))
        except RulesError:
            continue


def _some(moves: Iterable[Any], most: int, dice: Dice) -> tuple[Any, ...]:
    return shuffle(dice, tuple(moves))[:most]


def _is_legal(game: AnyGame, state: Any, move: Move) -> bool:
    """Look for the move in the list; where that is too long to be read to its end, let the rules say."""
    moves = game.legal_moves(state, move.seat)
    if any(move == each for each in islice(moves, MOST_SEARCHED)):
        return True
    unread = next(moves, None) is not None
    return unread and not isinstance(attempt(game, state, move, SeededDice(b"legal", 1)), RulesError)


def _read(game: AnyGame, state: Any, seat: Seat, text: str) -> Move | None:
    try:
        return game.parse(text, state, seat)
    except RulesError:
        return None
