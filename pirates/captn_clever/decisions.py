"""Decisions: the questions that are open now, and the seats that they are put to."""

from collections.abc import Callable, Iterator, Mapping

from pirates.captn_clever.moves import AnswerDraw, GiveTask, Place, Sail
from pirates.captn_clever.state import Phase, State, giver_to, receiver_from
from pirates.decisions import Decision
from pirates.seats import Seat


def decisions(state: State) -> tuple[Decision, ...]:
    """Return the open questions.

    While first tasks are chosen, each seat is asked for its own until it has sealed one, and may think again; once all
    have, the clock is asked. A later task can be given as soon as one is missing, and must be once the receiver's turn
    has come (Ruling C14). Nobody has to answer about a draw (Ruling C22).
    """
    if state.phase is Phase.OVER:
        return ()
    questions = _QUESTIONS[state.phase](state)
    return (*questions, *_draw_questions(state)) if state.draw_open else tuple(questions)


def awaited(state: State) -> tuple[Seat, ...]:
    """Return the seats the Match waits for, lowest first."""
    if state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.SEAL:
        return tuple(seat for seat, crew in enumerate(state.crews) if crew.sealed is None)
    return (giver_to(state, state.current),) if is_task_missing(state) else (state.current,)


def is_task_missing(state: State) -> bool:
    """Whether the turn of the seat that has no task has come, so that its giver must choose."""
    return state.phase is Phase.TURN and state.crews[state.current].task is None


def may_give(state: State, seat: Seat) -> bool:
    """Whether the seat can choose its left-hand neighbour's next task now."""
    if state.phase is not Phase.TURN or state.options.simplified:
        return False
    return state.crews[receiver_from(state, seat)].task is None


def _place_question(state: State) -> Iterator[Decision]:
    seat = state.current
    yield Decision(seat=seat, kind="place", key=f"seat{seat + 1}:place", default=Place(seat), by_lots=True)


def _seal_questions(state: State) -> Iterator[Decision]:
    for seat, crew in enumerate(state.crews):
        first = crew.sealed is None
        task = GiveTask(seat, crew.sealed.treasure if crew.sealed else None)
        yield Decision(
            seat=seat,
            kind="first-task" if first else "revise",
            key=f"seat{seat + 1}.{crew.seals}:first-task",
            default=task,
            required=first,
            by_lots=task.treasure is None,
        )
    if all(crew.sealed for crew in state.crews):
        yield Decision(seat=None, kind="reveal", key="first-tasks:reveal", default=None)


def _turn_questions(state: State) -> Iterator[Decision]:
    missing = is_task_missing(state)
    if not missing:
        default = Sail(state.current)
        yield Decision(seat=state.current, kind="turn", key=f"{state.turn}:turn", default=default, by_lots=True)
    if state.options.simplified:
        return
    for seat, crew in enumerate(state.crews):
        if crew.task is None:
            giver = giver_to(state, seat)
            yield Decision(
                seat=giver,
                kind="task",
                key=f"seat{seat + 1}.{len(crew.won) + 1}:task",
                default=GiveTask(giver),
                required=missing and seat == state.current,
                by_lots=True,
            )


def _draw_questions(state: State) -> Iterator[Decision]:
    for seat, crew in enumerate(state.crews):
        key = f"{state.calm_since}.seat{seat + 1}.{crew.answers}:draw"
        yield Decision(seat=seat, kind="draw", key=key, default=AnswerDraw(seat, agrees=False), required=False)


_QUESTIONS: Mapping[Phase, Callable[[State], Iterator[Decision]]] = {
    Phase.PLACE: _place_question,
    Phase.SEAL: _seal_questions,
    Phase.TURN: _turn_questions,
}
