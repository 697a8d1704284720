"""The last day: a match that its rules do not bound ends on it without a winner, and everybody is told in time."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
import time_machine
from pytest_django.fixtures import Settings

from games import tasks
from games.book.duration import MatchDuration, advance
from games.book.last_day import last_day_of
from games.clocks.bounds import with_last_day
from games.clocks.terms import ClockTerms
from games.logbook import store
from games.models import InboundMail, Mailbox, Match, ReplyAddress
from games.projections.rebuild import find_drift
from games.selectors.desk.held_open import MAIL_GRACE
from games.selectors.play.exports import export_match
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.clocks.last_days import end_matches_on_last_day
from games.services.clocks.mailbox_visits import open_mailbox
from games.services.consent.consents import ask_consent
from games.services.people.reply_addresses import make_reply_address
from games.services.tables.bots import play_waiting_bots
from games.services.tables.matches import rewind_match
from games.table.events.clocks import DeadlineMoved, MatchPaused, MatchResumed
from games.table.proposals import ProposePause
from pirates.errors import MalformedMove
from pirates.registry import GAMES
from pirates.verify import verify
from tests.conftest import BeginMatch, MakePeople
from tests.games.clocks.last_days import DAY, NOON, begin
from tests.games.core.playing import at_once, fresh_key

pytestmark = pytest.mark.django_db


def run_clock() -> None:
    """Do what the clock does, by one that has never stopped."""
    expire_due_deadlines()
    end_matches_on_last_day()
    play_waiting_bots()


def ends_by(match: Match) -> datetime | None:
    match.refresh_from_db()
    assert match.ends_by == last_day_of(store.open_book(match.pk))
    assert find_drift(match.pk) == []
    return match.ends_by


def agreed(terms: ClockTerms, game: str = "capitan-bacon", pace: timedelta = DAY) -> ClockTerms:
    rules = GAMES[game]
    return with_last_day(terms, game=rules, options=rules.options(), seats=4, pace=pace)


def test_a_game_without_a_bound_has_a_last_day_by_default_and_one_with_a_bound_has_none() -> None:
    assert agreed(ClockTerms()).last_day_seconds == 250 * 86_400
    assert agreed(ClockTerms(), "captn-clever").last_day_seconds == 320 * 86_400
    banked = agreed(ClockTerms(bank_seconds=3600, refill_seconds=60, cap_seconds=3600, away_days=5, stretch_hours=48))
    assert banked.last_day_seconds == 250 * (86_400 + 60) + 4 * 3600
    for game in ("guns-or-treasure", "long-live-the-captain"):
        assert agreed(ClockTerms(), game) == ClockTerms()


@pytest.mark.parametrize(("days", "is_allowed"), [(24, False), (25, True), (500, True), (501, False), (250, True)])
def test_the_host_may_choose_a_last_day_within_limits(days: int, is_allowed: bool) -> None:
    chosen = ClockTerms(last_day_seconds=days * 86_400)
    if is_allowed:
        assert agreed(chosen) == chosen
        return
    with pytest.raises(MalformedMove) as refusal:
        agreed(chosen)
    assert (refusal.value.code, refusal.value.data) == ("last_day_out_of_range", {"least": 25, "most": 500})


def test_a_negative_last_day_and_one_that_is_not_needed_are_refused() -> None:
    with pytest.raises(MalformedMove):
        agreed(ClockTerms(last_day_seconds=-86_400))
    with pytest.raises(MalformedMove) as refusal:
        agreed(ClockTerms(last_day_seconds=86_400), "guns-or-treasure")
    assert refusal.value.code == "last_day_not_needed"


@pytest.mark.parametrize("minutes", [5, 60, 24 * 60, 14 * 24 * 60])
def test_the_usual_last_day_may_be_chosen_too_so_that_a_rematch_has_it_again(minutes: int) -> None:
    usual = agreed(ClockTerms(), pace=timedelta(minutes=minutes))
    assert agreed(usual, pace=timedelta(minutes=minutes)) == usual


def test_people_who_never_come_cannot_hold_a_match_open_beyond_its_last_day(people: MakePeople) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = begin(people("Anna", "Ben"), ClockTerms(last_day_seconds=25 * 86_400))
        last = ends_by(match)
        assert last == NOON + 25 * DAY
        for _ in range(49):
            clock.shift(DAY / 2)
            run_clock()
        assert Match.objects.get().status == Match.Status.RUNNING
        clock.shift(DAY / 2)
        run_clock()
        match.refresh_from_db()
        assert (match.status, match.ended_at, match.outcome, match.ends_by) == (Match.Status.OVER, last, "", None)
        assert find_drift(match.pk) == []


def test_on_its_last_day_a_match_ends_once_and_not_a_second_before(people: MakePeople) -> None:
    with time_machine.travel(NOON, tick=False):
        match = begin(people("Anna", "Ben"))
        last = NOON + 250 * DAY
    swept = []
    for seconds in (-1, 0, 0, 86_400):
        with time_machine.travel(last + timedelta(seconds=seconds), tick=False):
            swept.append(end_matches_on_last_day())
    assert swept == [0, 1, 0, 0]
    book = store.open_book(match.pk)
    assert (book.table.is_timed_out, book.table.adjudication) == (True, None)
    assert verify(export_match(book, None)).fault is None


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_end_a_match_once(people: MakePeople) -> None:
    with time_machine.travel(NOON, tick=False):
        match = begin(people("Anna", "Ben"))
    sweep: Any = partial(end_matches_on_last_day, NOON + 251 * DAY)
    ended: list[Any] = at_once(sweep, sweep)
    assert sorted(ended) == [0, 1]
    assert store.open_book(match.pk).is_over


def test_pauses_move_the_last_day_by_what_they_lasted(people: MakePeople) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        [anna] = people("Anna")
        match = begin([anna], bots=1)
        proposed = ProposePause(10 * 86_400)
        ask_consent(match_id=match.pk, player=anna, proposed=proposed, channel="api", key=fresh_key())
        assert ends_by(match) == NOON + 260 * DAY
        clock.shift(10 * DAY + timedelta(minutes=3))
        tasks.resolve_phases()
        assert ends_by(match) == NOON + 260 * DAY + timedelta(minutes=3)


def test_a_paused_match_does_not_end_before_its_clocks_go_on(people: MakePeople) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        [anna] = people("Anna")
        match = begin([anna], bots=1)
        clock.shift(250 * DAY - timedelta(minutes=1))
        proposed = ProposePause(86_400)
        ask_consent(match_id=match.pk, player=anna, proposed=proposed, channel="api", key=fresh_key())
        clock.shift(2 * DAY)
        assert end_matches_on_last_day() == 0
        tasks.resolve_phases()
        assert end_matches_on_last_day() == 0
        clock.shift(timedelta(minutes=1))
        assert end_matches_on_last_day() == 1
        assert store.open_book(match.pk).is_over


def test_a_rewind_does_not_move_the_last_day(people: MakePeople) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = begin(people("Anna", "Ben"))
        begun = Match.objects.get().position
        for _ in range(3):
            clock.shift(DAY)
            run_clock()
        rewind_match(match_id=match.pk, to=begun, key="back")
        assert ends_by(match) == NOON + 250 * DAY


def test_time_given_back_counts_once_for_each_source() -> None:
    started = MatchDuration(begun_at=NOON)
    outage = [DeadlineMoved(f"d{seat}", 600 + seat, "outage", "outage:1") for seat in range(3)]
    ruled = [DeadlineMoved("d1", 60, "ruled")] * 2
    assert advance(started, NOON, [*outage, *outage]).added == timedelta(seconds=602)
    assert advance(started, NOON, [*outage, *ruled]).added == timedelta(seconds=722)


def test_a_pause_that_ends_early_gives_back_what_it_did_not_last() -> None:
    paused = advance(MatchDuration(begun_at=NOON), NOON, [MatchPaused(10 * 86_400)])
    assert paused.ends_by(DAY) == NOON + 11 * DAY
    assert advance(paused, NOON + 2 * DAY, [MatchResumed()]).ends_by(DAY) == NOON + 3 * DAY


def test_a_match_of_before_there_were_last_days_has_none(people: MakePeople, begin_match: BeginMatch) -> None:
    match = begin_match(people("Anna", "Ben"), game="guns-or-treasure")
    assert ends_by(match) is None
    assert end_matches_on_last_day(NOON + 10_000 * DAY) == 0


def test_a_mailed_move_of_before_the_last_day_is_waited_for_a_while(people: MakePeople) -> None:
    with time_machine.travel(NOON, tick=False):
        anna, ben = people("Anna", "Ben")
        match = begin([anna, ben])
        make_reply_address(match_id=match.pk, seat=0, player=anna, decision="1.1:turn")
    last = NOON + 250 * DAY
    InboundMail.objects.create(
        digest="d",
        door="smtp",
        sender=anna.email,
        recipient="reply@letters.localhost",
        token_digest=ReplyAddress.objects.get().digest,
        raw=b"pass",
        state=InboundMail.State.WAITING,
        received_at=last - timedelta(seconds=1),
        not_before=last,
    )
    assert end_matches_on_last_day(last) == 0
    assert end_matches_on_last_day(last + MAIL_GRACE) == 1


def test_a_last_day_waits_as_long_for_a_mailbox_that_was_not_read_since(people: MakePeople, settings: Settings) -> None:
    settings.INBOUND_IMAP_URL = "imaps://inbox:secret@mail.example/INBOX"
    with time_machine.travel(NOON, tick=False):
        anna, ben = people("Anna", "Ben")
        match = begin([anna, ben])
        open_mailbox()
    last = NOON + 250 * DAY
    make_reply_address(match_id=match.pk, seat=0, player=anna, decision="1.1:turn")
    assert end_matches_on_last_day(last) == 0
    Mailbox.objects.update(visited_at=last)
    assert end_matches_on_last_day(last) == 1


def test_a_mailbox_that_nobody_answers_by_holds_no_last_day(people: MakePeople, settings: Settings) -> None:
    settings.INBOUND_IMAP_URL = "imaps://inbox:secret@mail.example/INBOX"
    with time_machine.travel(NOON, tick=False):
        begin(people("Anna", "Ben"))
        open_mailbox()
    assert end_matches_on_last_day(NOON + 250 * DAY) == 1
