"""Taking back: the own last move goes if nobody has acted or learned anything since."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.models import User
from games.logbook import store
from games.models import Deadline, Match
from games.notifications.relay import relay_outbox
from games.projections.rebuild import find_drift
from games.refusals import MatchClosed, NotNow, NotYourSeat, StaleDecision
from games.selectors.play.logs import narrated_log
from games.selectors.play.takebacks import can_take_back
from games.services.clocks.deadlines import expire_due_deadlines, resolve_due_phases
from games.services.play.submitting import Receipt
from games.services.play.takebacks import take_back_move
from games.services.tables.seats import give_up_seat
from pirates.errors import RulesError
from pirates.events import Event
from pirates.fingerprints import canonical_json
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, at_once, fresh_key, move_by_lot, question_of, write_move

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
FIRST = b'{"starter":0}'
EXPECTED = {
    "capitan-bacon": {"", "move_told_something"},
    "captn-clever": {"", "move_told_something"},
    "guns-or-treasure": {"move_told_something"},
    "long-live-the-captain": {"move_told_something"},
}
"""What comes up in a short match by lots; the quiet moves of Guns or Treasure come late in it."""
Pair = tuple[Match, list[User]]


@pytest.fixture
def pair(people: MakePeople, begin_match: BeginMatch) -> Pair:
    """A match of Anna, who is asked first, and Ben."""
    players = people("Anna", "Ben")
    match = begin_match(players, options=FIRST)
    assert asked(match) == 0
    return match, players


def take_back(match: Match, player: User, position: int, key: str = "") -> Receipt:
    return take_back_move(match_id=match.pk, player=player, position=position, channel="api", key=key or fresh_key())


def views(match: Match) -> list[bytes]:
    book = store.open_book(match.pk)
    seats = (*range(len(book.table.chairs)), None)
    return [canonical_json(book.game.view(book.state, seat)) for seat in seats]


def test_a_quiet_move_is_taken_back_and_everything_is_as_it_was(pair: Pair) -> None:
    match, players = pair
    before, question = views(match), question_of(match)
    moved = write_move(match, players, "pass").position
    receipt = take_back(match, players[0], moved)
    assert views(match) == before
    assert question_of(match) == question
    log = narrated_log(receipt.book, 1)
    assert log[-1].sentences[0] == f"Demo Anna takes back the move of entry {moved}."
    assert [line.position for line in log if line.is_left_behind] == [moved]
    store.clear_cache()
    assert store.open_book(match.pk) == receipt.book
    assert find_drift(match.pk) == []


def test_the_question_that_is_open_again_is_answered_by_what_was_written_for_it(pair: Pair) -> None:
    match, players = pair
    question = question_of(match)
    take_back(match, players[0], write_move(match, players, "pass").position)
    write_move(match, players, "pass", decision=question.key)
    assert asked(match) == 1


def test_what_was_written_for_a_question_that_the_move_had_opened_does_not_answer_it_later(pair: Pair) -> None:
    match, players = pair
    moved = write_move(match, players, "pass").position
    opened = question_of(match)
    take_back(match, players[0], moved)
    write_move(match, players, "pass")
    assert question_of(match).key != opened.key
    with pytest.raises(StaleDecision):
        write_move(match, players, "pass", seat=1, decision=opened.key)


@pytest.mark.parametrize("by", ["other", "older", "nobody"])
def test_nothing_but_the_own_newest_move_is_taken_back(pair: Pair, by: str) -> None:
    match, players = pair
    first = write_move(match, players, "pass").position
    player, position = {"other": (players[1], first), "older": (players[0], first - 1), "nobody": (players[0], 0)}[by]
    with pytest.raises(NotNow) as refused:
        take_back(match, player, position)
    assert refused.value.code == ("others_acted" if by == "other" else "not_the_last_move")


def test_a_move_is_not_taken_back_once_another_has_acted(pair: Pair) -> None:
    match, players = pair
    first = write_move(match, players, "pass").position
    second = write_move(match, players, "pass").position
    with pytest.raises(NotNow, match="not yours"):
        take_back(match, players[0], first)
    take_back(match, players[1], second)
    with pytest.raises(NotNow) as refused:
        take_back(match, players[0], first)
    assert refused.value.code == "nothing_to_take_back"


def test_the_start_the_clock_and_a_bot_make_no_move_that_could_be_taken_back(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, options=FIRST)
        assert can_take_back(store.open_book(match.pk), 0) == 0
    with time_machine.travel(NOON + timedelta(days=2), tick=False):
        assert expire_due_deadlines() == 1
    assert [can_take_back(store.open_book(match.pk), seat) for seat in (0, 1, None)] == [0, 0, 0]


def test_a_second_thought_stands(pair: Pair) -> None:
    match, players = pair
    for number in range(2):
        moved = write_move(match, players, "pass").position
        if number == 0:
            take_back(match, players[0], moved)
    with pytest.raises(NotNow) as refused:
        take_back(match, players[0], moved)
    assert refused.value.code == "taken_back_once"
    take_back(match, players[1], write_move(match, players, "pass").position)


def test_taking_back_twice_at_once_or_again_has_one_effect(pair: Pair) -> None:
    match, players = pair
    moved = write_move(match, players, "pass").position
    first = take_back(match, players[0], moved, key="tab one")
    assert take_back(match, players[0], moved, key="tab one").is_repeat
    with pytest.raises(NotNow):
        take_back(match, players[0], moved, key="tab two")
    assert store.open_book(match.pk).position == first.position


def test_a_watcher_and_one_who_resigned_take_nothing_back(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo", "Dario")
    match = begin_match(players[:3], options=FIRST)
    moved = write_move(match, players, "pass").position
    with pytest.raises(NotYourSeat):
        take_back(match, players[3], moved)
    give_up_seat(match_id=match.pk, player=players[0], key="enough")
    with pytest.raises((NotYourSeat, NotNow, MatchClosed)):
        take_back(match, players[0], moved)


@pytest.mark.parametrize(
    ("hours", "left"),
    [(0, timedelta(hours=24)), (20, timedelta(hours=4)), (23, timedelta(hours=2.4))],
    ids=["at once", "later", "at the last moment"],
)
def test_the_old_clock_goes_on_and_nobody_loses_at_once(
    people: MakePeople, begin_match: BeginMatch, hours: int, left: timedelta
) -> None:
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, options=FIRST)
        moved = write_move(match, players, "pass").position
    now = NOON + timedelta(hours=hours)
    with time_machine.travel(now, tick=False):
        take_back(match, players[0], moved)
        clock = Deadline.objects.get(match=match)
        assert expire_due_deadlines() == 0
    assert (clock.seat, clock.due_at - now, clock.is_reminded) == (0, left, False)
    assert clock.remind_at is not None
    assert clock.remind_at < clock.due_at
    assert find_drift(match.pk) == []


def test_whoever_was_told_by_mail_is_told_and_a_letter_that_waits_is_dropped(
    pair: Pair, mailoutbox: list[object]
) -> None:
    match, players = pair
    relay_outbox()
    mailoutbox.clear()
    moved = write_move(match, players, "pass").position
    relay_outbox()
    assert [letter.to for letter in mailoutbox] == [[players[1].email]]  # type: ignore[attr-defined]
    take_back(match, players[0], moved)
    relay_outbox()
    assert [letter.to for letter in mailoutbox[1:]] == [[players[1].email]]  # type: ignore[attr-defined]
    assert "taken back" in mailoutbox[-1].subject  # type: ignore[attr-defined]
    assert "Demo Anna takes back" in mailoutbox[-1].body  # type: ignore[attr-defined]
    told = len(mailoutbox)
    write_move(match, players, "pass")
    take_back(match, players[1], write_move(match, players, "pass").position)
    relay_outbox()
    assert len(mailoutbox) == told + 1


@pytest.mark.parametrize("game", GAMES)
def test_every_game_takes_back_what_told_nobody_anything_and_nothing_else(
    game: str, people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players, game=game)
    codes = set()
    for turn in range(30):
        resolve_due_phases()
        if store.open_book(match.pk).is_over:
            break
        before = views(match)
        made = move_by_lot(match, players, b"to and fro %d" % turn)
        last = made.book.last
        if last is None or last.seat is None:
            continue
        code = _outcome_of_taking_back(match, players[last.seat], made.position)
        codes.add(code)
        assert (not code) == made.book.game.is_quiet(_events_of_rules(match, made.position))
        if not code:
            assert views(match) == before
            assert find_drift(match.pk) == []
            move_by_lot(match, players, b"once more %d" % turn)
    assert codes <= {"", "move_told_something", "match_over"}
    assert codes >= EXPECTED[game]


def _outcome_of_taking_back(match: Match, player: User, position: int) -> str:
    try:
        take_back(match, player, position)
    except RulesError as refusal:
        return refusal.code
    return ""


def _events_of_rules(match: Match, position: int) -> list[Event]:
    entries = store.read_entries(store.open_book(match.pk), after=position - 1, upto=position)
    return [event for entry in entries for event in entry.events if type(event).__module__.startswith("pirates.")]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_taking_back_against_the_others_move_one_of_them_wins(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players, options=FIRST)
    moved = write_move(match, players, "pass").position
    question = question_of(match)
    answers = at_once(
        lambda: take_back(match, players[0], moved),
        lambda: write_move(match, players, "pass", seat=1, decision=question.key),
    )
    kept = [answer for answer in answers if isinstance(answer, Receipt)]
    refused = [answer for answer in answers if isinstance(answer, RulesError)]
    assert (len(kept), len(refused)) == (1, 1)
    assert refused[0].code in ("others_acted", "stale_decision")
    store.clear_cache()
    assert find_drift(match.pk) == []
    assert asked(match) == 0
