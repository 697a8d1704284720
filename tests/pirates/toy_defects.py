"""Defects put into the toy game one at a time, each with what the contract test must say of it."""

from collections.abc import Iterator
from dataclasses import replace as alter
from typing import Annotated, Any

from msgspec.structs import replace

from pirates.commands import Command, Move
from pirates.decisions import Decision
from pirates.dice import Dice
from pirates.errors import IllegalMove
from pirates.events import Event, Secret
from pirates.seats import Seat
from tests.pirates import toy_game
from tests.pirates.toy_game import ROBBERS
from tests.pirates.toy_pieces import (
    SHIELD,
    DrawCard,
    RobberyBlocked,
    RobberyTried,
    RobSeat,
    SealBid,
    State,
    ToyEnded,
    View,
    YieldCard,
)
from tests.pirates.toy_trial import TRIAL
from tests.pirates.trial import Trial


def with_defect(**changes: Any) -> Trial:
    return alter(TRIAL, game=alter(ROBBERS, **changes))


def leaky_view(state: State, seat: Seat | None) -> View:
    return replace(toy_game.view(state, seat), deck_size=(*state.deck, 0)[0])


def undealt_view(state: State, seat: Seat | None) -> View:
    return replace(toy_game.view(state, seat), hand=[1])


def too_many_moves(state: State, seat: Seat) -> Iterator[Move]:
    yield from toy_game.legal_moves(state, seat)
    if state.active == seat and state.victim is None:
        yield RobSeat(seat, seat)


def too_few_moves(state: State, seat: Seat) -> Iterator[Move]:
    return (move for move in toy_game.legal_moves(state, seat) if move != SealBid(seat, 2))


def moves_for_idlers(state: State, seat: Seat) -> Iterator[Move]:
    yield from toy_game.legal_moves(state, seat)
    if state.active not in (None, seat) and not state.outcome:
        yield DrawCard(seat)


def lazy_sample(state: State, seat: Seat, _dice: Dice) -> Move:
    return next(toy_game.legal_moves(state, seat))


def wild_sample(state: State, seat: Seat, dice: Dice) -> Move:
    move = toy_game.sample_move(state, seat, dice)
    return replace(move, victim=seat) if isinstance(move, RobSeat) and dice.below(9) == 0 else move


def repeated_keys(state: State) -> tuple[Decision, ...]:
    return tuple(replace(each, key=each.key.replace("turn-7", "turn-3")) for each in toy_game.decisions(state))


def telling_kinds(state: State) -> tuple[Decision, ...]:
    return tuple(replace(each, kind=f"{each.kind} {state.deck[:1]}") for each in toy_game.decisions(state))


def telling_windows(state: State) -> tuple[Decision, ...]:
    decisions = toy_game.decisions(state)
    armed = state.victim is not None and SHIELD in state.hands[state.victim]
    return tuple(replace(each, window=each.window and armed) for each in decisions)


def mistaken_lots(state: State) -> tuple[Decision, ...]:
    return tuple(replace(each, by_lots=each.kind == "answer") for each in toy_game.decisions(state))


def illegal_default(state: State) -> tuple[Decision, ...]:
    asked = toy_game.decisions(state)
    return tuple(replace(each, default=YieldCard(each.seat or 0)) if each.kind == "turn" else each for each in asked)


def nobody_asked(state: State) -> tuple[Decision, ...]:
    return () if state.turn == 5 else toy_game.decisions(state)


def forgetful(state: State | None, event: Event) -> State:
    after = toy_game.evolve(state, event)
    return replace(after, deck=after.deck[1:]) if after.turn == 4 else after


class Absent:
    """An evolve that remembers, outside the State, how often it was called."""

    calls = 0

    def __call__(self, state: State | None, event: Event) -> State:
        self.calls += 1
        after = toy_game.evolve(state, event)
        return replace(after, turn=after.turn + 100) if self.calls % 97 == 0 else after


def stored_otherwise(state: State | None, event: Event) -> State:
    return replace(toy_game.evolve(state, event), bids=[None])


def careless_decide(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    if state is not None and isinstance(command, RobSeat) and command.victim == command.seat:
        return ()
    return toy_game.decide(state, command, dice)


def chatty_decide(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    try:
        return toy_game.decide(state, command, dice)
    except IllegalMove as refusal:
        raise IllegalMove(refusal.code, f"The next card is {state.deck[:1] if state else ''}.") from refusal


def biased_decide(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    *events, last = toy_game.decide(state, command, dice)
    if isinstance(last, ToyEnded):
        first = replace(last.outcome, winners=(0,), ranking=((0,), tuple(range(1, len(last.outcome.scores)))))
        last = ToyEnded(first)
    return (*events, last)


def telling_decide(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    events = toy_game.decide(state, command, dice)
    if state is None or not isinstance(command, RobSeat) or SHIELD not in state.hands[command.victim]:
        return events
    return (*events, RobberyTried(command.seat, command.victim))


def silent(event: Event, names: Any, viewer: Seat | None) -> str:
    return "" if isinstance(event, RobberyBlocked) else toy_game.narrate(event, names, viewer)


def stubborn_bot(view: View, moves: Any, dice: Dice) -> Move:
    move = toy_game.bot(view, moves, dice)
    return DrawCard(move.seat) if isinstance(move, RobSeat) else move


def vague_write(move: Move) -> str:
    return "rob" if isinstance(move, RobSeat) else toy_game.write(move)


class CardShown(Event, frozen=True):
    seat: Seat


class CardFound(Event, frozen=True):
    seat: Seat
    card: Annotated[int, Secret("seat")]


DEFECTS: dict[str, tuple[Trial, str]] = {
    "the view shows the next card": (with_defect(view=leaky_view), "sees through"),
    "the view cannot be stored": (with_defect(view=undealt_view), "View .* changes when stored"),
    "a listed move is refused": (with_defect(legal_moves=too_many_moves), "is refused|yet refused"),
    "an accepted move is not listed": (with_defect(legal_moves=too_few_moves), "is not listed .* yet accepted"),
    "an idler is offered a move": (
        with_defect(legal_moves=moves_for_idlers),
        "is refused|asked False",
    ),
    "an illegal move is accepted": (with_defect(decide=careless_decide), "is not listed .* yet accepted"),
    "a move is never drawn": (with_defect(sample_move=lazy_sample), "never drawn"),
    "an illegal move is drawn": (with_defect(sample_move=wild_sample), "."),
    "a key comes back": (with_defect(decisions=repeated_keys), "key .* again"),
    "a question tells a secret": (with_defect(decisions=telling_kinds), "sees through"),
    "a window opens only for who can answer": (with_defect(decisions=telling_windows), "sees through"),
    "a default is called lots and is an answer": (with_defect(decisions=mistaken_lots), "by lots or not"),
    "a default is illegal": (with_defect(decisions=illegal_default), "."),
    "nobody is asked, and it is not over": (with_defect(decisions=nobody_asked), "yet it is not over"),
    "a match is too long": (alter(TRIAL, longest=3), "no end after 3"),
    "a card is lost": (with_defect(evolve=forgetful), "pieces lost"),
    "evolve remembers": (with_defect(evolve=Absent()), "replay differs from live"),
    "the state cannot be stored": (with_defect(evolve=stored_otherwise), "."),
    "a refusal tells a secret": (with_defect(decide=chatty_decide), "a refusal tells"),
    "an event happens only to who is armed": (with_defect(decide=telling_decide), "is told what it may not know"),
    "seat 0 always wins": (with_defect(decide=biased_decide), "becomes"),
    "an event is not told": (with_defect(narrate=silent), "is not told"),
    "the bot plays what it was not given": (with_defect(bot=stubborn_bot), "which it was not given"),
    "notation is ambiguous": (with_defect(write=vague_write), "does not read back"),
    "an event has no audience": (with_defect(events=ROBBERS.events | CardShown), "who may read CardShown"),
    "a secret cannot be left out": (with_defect(events=ROBBERS.events | CardFound), "cannot be left out"),
    "an ending is never reached": (alter(TRIAL, reasons=TRIAL.reasons | {"mutiny"}), "never reached.*mutiny"),
    "an ending is not declared": (alter(TRIAL, reasons=frozenset({"rich"})), "undeclared ending"),
}
