"""Robbers: a toy with sealed bids, hidden hands, a window, chance and two endings, to try the contract test on."""

from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from pirates.commands import Command, Expire, Move, Resolve, Start
from pirates.decisions import Decision, find_decision
from pirates.dice import Dice, pick, shuffle
from pirates.errors import IllegalMove, MalformedMove
from pirates.events import Event
from pirates.game import Game
from pirates.outcomes import Outcome
from pirates.replay import Recorder
from pirates.seats import Seat
from pirates.wording import gettext as _
from tests.pirates.toy_pieces import (
    DECK,
    SHIELD,
    BidSealed,
    BidsOpened,
    BlockRobbery,
    CardDrawn,
    Cards,
    CardStolen,
    DrawCard,
    Events,
    Moves,
    Options,
    RobberyBlocked,
    RobberyTried,
    RobSeat,
    SealBid,
    State,
    ToyEnded,
    ToyStarted,
    View,
    YieldCard,
)


def decide(state: State | None, command: Command, dice: Dice) -> tuple[Event, ...]:
    if isinstance(command, Start):
        return _start(state, command, dice)
    if state is None:
        raise IllegalMove("not_started", _("This match has not begun."))
    if isinstance(command, Expire):
        return decide(state, _default(state, command), dice)
    record = Recorder[State](evolve, state)
    if isinstance(command, Resolve):
        _open_bids(record, command, dice)
    else:
        _require_legal(state, command)
        _carry_out(record, command, dice)
    _settle(record)
    return tuple(record.events)


def _start(state: State | None, command: Start[msgspec.Struct], dice: Dice) -> tuple[Event, ...]:
    if state is not None or command.seats not in ROBBERS.seats or not isinstance(command.options, Options):
        raise IllegalMove("cannot_start", _("Robbers cannot start like this."))
    cards = shuffle(dice, DECK)
    hands = tuple(cards[2 * seat : 2 * seat + 2] for seat in range(command.seats))
    return (ToyStarted(command.options, hands, cards[2 * command.seats :]),)


def _default(state: State, command: Expire) -> Move:
    decision = find_decision(decisions(state), command.key)
    if decision is None or decision.seat != command.seat or decision.default is None:
        raise IllegalMove("not_open", _("This question is not open."))
    return decision.default


def _require_legal(state: State, move: Command) -> None:
    if not isinstance(move, Move):
        raise MalformedMove("unknown_move", _("There is no such move."))
    if move not in legal_moves(state, move.seat):
        raise IllegalMove("illegal_move", _("The rules do not allow this now."))


def _open_bids(record: Recorder[State], command: Resolve, dice: Dice) -> None:
    bids = tuple(bid for bid in record.state.bids if bid is not None)
    if command.key != "bids" or find_decision(decisions(record.state), "bids") is None:
        raise IllegalMove("not_open", _("This question is not open."))
    highest = [seat for seat, bid in enumerate(bids) if bid == max(bids)]
    record.record(BidsOpened(bids, pick(dice, highest)))


def _carry_out(record: Recorder[State], move: Command, dice: Dice) -> None:
    state = record.state
    match move:
        case SealBid(seat, bid):
            record.record(BidSealed(seat, bid))
        case DrawCard(seat):
            record.record(CardDrawn(seat, state.deck[0]))
        case RobSeat(seat, victim):
            record.record(RobberyTried(seat, victim))
        case BlockRobbery(seat):
            record.record(RobberyBlocked(seat))
        case YieldCard(seat) if state.active is not None:
            record.record(CardStolen(state.active, seat, pick(dice, state.hands[seat])))


def _settle(record: Recorder[State]) -> None:
    scores = tuple(sum(hand) for hand in record.state.hands)
    rich = max(scores) >= record.state.options.goal
    if not (rich or not record.state.deck):
        return
    ranks = sorted(set(scores), reverse=True)
    ranking = tuple(tuple(seat for seat, score in enumerate(scores) if score == rank) for rank in ranks)
    record.record(ToyEnded(Outcome(ranking[0], ranking, scores, "rich" if rich else "deck_empty")))


def evolve(state: State | None, event: Event) -> State:
    if isinstance(event, ToyStarted):
        hands = event.hands or ()
        return State(event.options, hands, event.deck or (), (None,) * len(hands))
    assert state is not None
    match event:
        case BidSealed(seat, bid):
            return replace(state, bids=(*state.bids[:seat], bid, *state.bids[seat + 1 :]))
        case BidsOpened(_, starter):
            return replace(state, turn=1, active=starter)
        case CardDrawn(seat, card):
            return _next_turn(replace(state, hands=_moved(state, card, None, seat), deck=state.deck[1:]))
        case RobberyTried(_, victim):
            return replace(state, victim=victim)
        case CardStolen(robber, victim, card):
            return _next_turn(replace(state, hands=_moved(state, card, victim, robber)))
        case ToyEnded(outcome):
            return replace(state, outcome=outcome)
    return _next_turn(state)


def _moved(state: State, card: int | None, giver: Seat | None, taker: Seat) -> tuple[Cards, ...]:
    hands = [list(hand) for hand in state.hands]
    if card is not None:
        hands[taker].append(card)
        if giver is not None:
            hands[giver].remove(card)
    return tuple(tuple(hand) for hand in hands)


def _next_turn(state: State) -> State:
    following = None if state.active is None else (state.active + 1) % len(state.hands)
    return replace(state, turn=state.turn + 1, active=following, victim=None)


def decisions(state: State) -> tuple[Decision, ...]:
    if state.outcome:
        return ()
    if state.victim is not None:
        return (Decision(state.victim, "answer", f"answer-{state.turn}", YieldCard(state.victim), window=True),)
    if state.active is not None:
        return (Decision(state.active, "turn", f"turn-{state.turn}", DrawCard(state.active)),)
    asked = [Decision(s, "bid", f"bid-{s}", SealBid(s, 0), required=b is None) for s, b in enumerate(state.bids)]
    return (*asked, Decision(None, "open", "bids", None)) if None not in state.bids else tuple(asked)


def legal_moves(state: State, seat: Seat) -> Iterator[Move]:
    for decision in decisions(state):
        if decision.seat == seat:
            yield from _answers(state, decision.kind, seat)


def _answers(state: State, kind: str, seat: Seat) -> Iterator[Move]:
    if kind == "bid":
        yield from (SealBid(seat, 0), SealBid(seat, 1), SealBid(seat, 2))
    elif kind == "turn":
        yield DrawCard(seat)
        yield from (RobSeat(seat, other) for other, hand in enumerate(state.hands) if other != seat and hand)
    else:
        yield YieldCard(seat)
        if SHIELD in state.hands[seat]:
            yield BlockRobbery(seat)


def sample_move(state: State, seat: Seat, dice: Dice) -> Move:
    return pick(dice, tuple(legal_moves(state, seat)))


def view(state: State, seat: Seat | None) -> View:
    sizes = tuple(map(len, state.hands))
    hand, bid = ((), None) if seat is None else (state.hands[seat], state.bids[seat])
    return View(hand, sizes, len(state.deck), bid, state.active, state.victim)


_READERS = ("bid", "rob", "draw", "block", "yield")
"""The words that begin a Move."""


def parse(text: str, state: State, seat: Seat) -> Move:
    for move in legal_moves(state, seat):
        if write(move) == text:
            return move
    raise MalformedMove("unreadable_move", _("I do not understand this."))


def write(move: Move) -> str:
    match move:
        case SealBid(_, bid):
            return f"bid {bid}"
        case RobSeat(_, victim):
            return f"rob {victim}"
    return {"DrawCard": "draw", "BlockRobbery": "block", "YieldCard": "yield"}[type(move).__name__]


def narrate(event: Event, names: Sequence[str], viewer: Seat | None) -> str:
    match event:
        case CardDrawn(seat, card) if viewer == seat:
            return _("You draw {card}.").format(card=card)
        case CardDrawn(seat, _card):
            return _("{player} draws a card.").format(player=names[seat])
        case CardStolen(robber, victim, None):
            return _("{player} steals a card from {victim}.").format(player=names[robber], victim=names[victim])
        case CardStolen(robber, victim, card):
            said = _("{player} steals the {card} from {victim}.")
            return said.format(player=names[robber], card=card, victim=names[victim])
    return _TOLD[type(event).__name__]()


_TOLD: dict[str, Callable[[], str]] = {
    "ToyStarted": lambda: _("The robbers meet."),
    "BidSealed": lambda: _("A bid is sealed."),
    "BidsOpened": lambda: _("The bids are opened."),
    "RobberyTried": lambda: _("A robbery is tried."),
    "RobberyBlocked": lambda: _("The robbery is blocked."),
    "ToyEnded": lambda: _("It is over."),
}


def bot(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    return moves[0] if view.deck_size % 2 else pick(dice, moves)


ROBBERS: Game[State, View, Options] = Game(
    slug="robbers",
    title="Robbers",
    seats=range(2, 5),
    rules_version=1,
    options=Options,
    state=State,
    view_type=View,
    moves=Moves,
    events=Events,
    decide=decide,
    evolve=evolve,
    decisions=decisions,
    legal_moves=legal_moves,
    sample_move=sample_move,
    view=view,
    outcome=lambda state: state.outcome,
    parse=parse,
    write=write,
    narrate=narrate,
    bot=bot,
    begins_turn=lambda _event: None,
    forgets=lambda _options: False,
    is_quiet=lambda _events: False,
)
