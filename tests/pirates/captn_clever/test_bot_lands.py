"""The bot says where its captain lands: it collects what it can, and leaves nothing to lots that it can choose."""

from collections.abc import Iterator

from pirates.captn_clever.game import CLEVER
from pirates.captn_clever.moves import GiveTask, Place, Sail
from pirates.captn_clever.pieces import ISLAND_OF, STAYS, Options
from pirates.captn_clever.rules.targets import landings, ship_bays
from pirates.captn_clever.state import State, receiver_from
from pirates.commands import Command, Resolve
from pirates.dice import SeededDice
from pirates.replay import fold
from pirates.seats import Seat
from tests.pirates.captn_clever.tables import seen, started, table

SEEDS = range(14)
VARIANTS = (Options(), Options(simplified=True), Options(any_piers=True), Options(memory="by-the-book"))


def answer(state: State, seat: Seat, dice: SeededDice) -> Command:
    return CLEVER.bot(seen(state, seat), tuple(CLEVER.legal_moves(state, seat)), dice)


def answers_of_bots(seed: int, options: Options, seats: int) -> Iterator[tuple[State, Command]]:
    """Let bots alone play a match to its end; yield each of their answers and where the match stood."""
    state, dice = started(seats, options, bytes([seed])), SeededDice(b"bots", seed)
    while state.outcome is None:
        decision = next(each for each in CLEVER.decisions(state) if each.required)
        if decision.seat is None:
            command: Command = Resolve(decision.key)
        else:
            command = answer(state, decision.seat, dice)
            yield state, command
        state = fold(CLEVER.evolve, CLEVER.decide(state, command, dice), state) or state


def answers_of_all() -> Iterator[tuple[State, Command]]:
    for seed in SEEDS:
        options = VARIANTS[seed % len(VARIANTS)]
        yield from answers_of_bots(seed, options, 3 + seed % 2)


def test_the_bot_collects_whenever_it_can_and_leaves_no_choice_to_lots() -> None:
    collected = sails = 0
    for state, move in answers_of_all():
        if isinstance(move, Place):
            assert move.captain is not None
            assert move.ship is not None
        if isinstance(move, GiveTask):
            assert move.treasure is not None
        if not isinstance(move, Sail):
            continue
        sails += 1
        assert move.captain is not None, "the landing was left to lots"
        goal = _goal(state, move.seat)
        ways = [
            each for each in CLEVER.legal_moves(state, move.seat) if isinstance(each, Sail) and each.captain == goal
        ]
        assert (move.captain == goal) == bool(ways), f"{move} although {ways} were offered"
        collected += bool(ways)
    assert collected >= 60
    assert sails > 2 * collected


def _goal(state: State, seat: Seat) -> int:
    task = state.crews[seat].task
    assert task is not None
    return ISLAND_OF[task]


def test_a_landing_left_to_lots_is_worth_no_more_than_the_middle_of_what_it_may_be() -> None:
    state = table(("1 1-2", "ruby"), ("9 8-9", "pearl"), ("7 4-7", "sabre"))
    assert landings(state, 0) == (2,)
    lots, there = Sail(0), Sail(0, STAYS, 2)
    chosen = [CLEVER.bot(seen(state, 0), (lots, there), SeededDice(b"bot", throw)) for throw in range(20)]
    assert set(chosen) == {there}


def test_of_all_ways_to_collect_the_bot_takes_one_that_bars_the_next_player_from_the_task_it_gave() -> None:
    mattered = 0
    for state, move in answers_of_all():
        if not isinstance(move, Sail) or state.options.simplified or move.captain != _goal(state, move.seat):
            continue
        if state.crews[receiver_from(state, move.seat)].task is None:
            continue
        ways = [each for each in CLEVER.legal_moves(state, move.seat) if isinstance(each, Sail)]
        barred = {each: _bars_the_next(state, each) for each in ways if each.captain == move.captain}
        assert barred[move] == any(barred.values())
        mattered += len(set(barred.values())) > 1
    assert mattered >= 4


def _bars_the_next(state: State, move: Sail) -> bool:
    after = fold(CLEVER.evolve, CLEVER.decide(state, move, SeededDice(b"lots", 1)), state)
    assert after is not None
    seat = receiver_from(state, move.seat)
    goal = _goal(after, seat)
    return not any(goal in landings(after, seat, ship) for ship in (STAYS, *ship_bays(after, seat)))
