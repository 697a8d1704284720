"""Before the start everybody confirms; who does not loses the seat, and the table stays."""

from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest
import time_machine
from django.apps import apps
from django.test import Client

from accounts.mail_preferences import change_mail_preferences
from accounts.models import User
from games.logbook import store
from games.models import LogEntry, Match, OutboxMail
from games.notifications.letters.kinds import write_letter
from games.notifications.relevance import NoLongerTrue, recipient_of
from games.projections.rebuild import find_drift
from games.refusals import NotNow
from games.services.tables.matches import MatchPlan, open_match, start_match
from games.services.tables.ready_check_links import ready_check_token
from games.services.tables.ready_checks import confirm_seat, free_unconfirmed_seats
from games.services.tables.seats import give_up_seat, seat_bot, seat_player
from pirates.registry import GAMES
from tests.conftest import MakePeople
from tests.games.web.tables import forms_of, page_of, signed_in

pytestmark = pytest.mark.django_db

NOON = datetime(2031, 5, 4, 12, 0, tzinfo=UTC)
GAME = next(iter(GAMES))


@pytest.fixture
def crew(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


def checked_table(crew: list[User], *, pace: timedelta = timedelta(days=1), has_ready_check: bool = True) -> Match:
    """Return a table that all of the crew have sat down at, the last one filling it."""
    plan = MatchPlan(game=GAME, title="Demo table", seats=len(crew), pace=pace, has_ready_check=has_ready_check)
    match = open_match(host=crew[0], plan=plan)
    for player in crew[1:]:
        seat_player(match_id=match.pk, player=player, key="sit")
    match.refresh_from_db()
    return match


def link(match: Match, player: User) -> str:
    """Return the address in this player's letter."""
    return f"/ready/{match.pk}/{ready_check_token(match.pk, player)}/"


def unconfirmed(match: Match) -> tuple[int, ...]:
    """Return the seats that are still to confirm."""
    return store.open_book(match.pk).table.unconfirmed_seats()


def told(match: Match) -> list[int | None]:
    """Return the seats that a ready-check letter was written to."""
    return list(
        OutboxMail.objects.filter(match=match, kind="ready_check").order_by("pk").values_list("seat", flat=True)
    )


def test_a_match_starts_only_once_everybody_has_confirmed(crew: list[User]) -> None:
    anna, ben, _ = crew
    match = checked_table(crew)
    assert unconfirmed(match) == (1,)
    with pytest.raises(NotNow, match="confirmed"):
        start_match(match_id=match.pk, host=anna, key="early")
    confirm_seat(match_id=match.pk, player=ben, key="here")
    assert confirm_seat(match_id=match.pk, player=ben, key="here").is_repeat
    start_match(match_id=match.pk, host=anna, key="start")
    assert Match.objects.get().status == Match.Status.RUNNING
    assert Match.objects.get().ready_check_due_at is None


def test_without_a_ready_check_nobody_is_asked(crew: list[User]) -> None:
    match = checked_table(crew, has_ready_check=False)
    assert unconfirmed(match) == ()
    assert told(match) == []
    start_match(match_id=match.pk, host=crew[0], key="start")


def test_bots_and_the_host_confirm_nothing(crew: list[User]) -> None:
    plan = MatchPlan(game=GAME, title="Demo", seats=2, pace=timedelta(days=1), has_ready_check=True)
    match = open_match(host=crew[0], plan=plan)
    seat_bot(match_id=match.pk, host=crew[0], key="bot")
    assert told(match) == []
    start_match(match_id=match.pk, host=crew[0], key="start")


def test_the_last_seat_calls_the_ready_check_and_the_last_answer_is_told_to_the_host(crew: list[User]) -> None:
    match = checked_table(crew)
    assert told(match) == [1, 0]
    confirm_seat(match_id=match.pk, player=crew[1], key="here")
    assert told(match) == [1, 0, 0]


def test_f59_the_link_shows_a_page_and_only_a_post_confirms(crew: list[User]) -> None:
    match = checked_table(crew)
    stranger, address = Client(), link(match, crew[1])
    for method in ("get", "head", "get"):
        assert getattr(stranger, method)(address).status_code == 200
    assert unconfirmed(match) == (1,)
    page = stranger.get(address).content.decode()
    form = next(form for form in forms_of(page) if ("leave", "1") not in form.hidden)
    assert "Your seat is confirmed" in stranger.post(address, form.fields()).content.decode()
    assert stranger.post(address, form.fields()).status_code == 200
    assert unconfirmed(match) == ()
    assert "_auth_user_id" not in stranger.session
    assert stranger.get(address.replace(ready_check_token(match.pk, crew[1]), "a" * 26)).status_code == 404


def test_the_link_gives_the_seat_up_too(crew: list[User]) -> None:
    match = checked_table(crew)
    assert "given your seat up" in Client().post(link(match, crew[1]), {"leave": "1"}).content.decode()
    assert store.open_book(match.pk).table.free_seats() == (1,)
    assert Client().get(link(match, crew[1])).status_code == 404


def test_a_seat_confirms_by_the_match_page_and_the_host_sees_who_has(crew: list[User]) -> None:
    match = checked_table(crew)
    assert "not confirmed yet" in page_of(match, crew[0])
    assert "Start the match" not in page_of(match, crew[0])
    browser = signed_in(crew[1])
    form = next(form for form in forms_of(page_of(match, crew[1])) if form.action.endswith("/confirm/"))
    assert browser.get(form.action).status_code == 405
    assert browser.post(form.action, form.fields()).status_code == 302
    assert "not confirmed yet" not in page_of(match, crew[0])
    assert "Start the match" in page_of(match, crew[0])


@pytest.mark.parametrize(
    ("pace", "lasts"), [(timedelta(minutes=5), timedelta(days=2)), (timedelta(days=14), timedelta(days=14))]
)
def test_f35_an_unanswered_ready_check_frees_its_seats_after_its_time_and_never_the_table(
    crew: list[User], pace: timedelta, lasts: timedelta
) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = checked_table(crew, pace=pace)
        assert match.ready_check_due_at == NOON + lasts
        clock.shift(lasts - timedelta(seconds=1))
        assert free_unconfirmed_seats() == 0
        clock.shift(timedelta(seconds=1))
        assert free_unconfirmed_seats() == 1
        assert free_unconfirmed_seats() == 0
        clock.shift(timedelta(days=60))
        assert free_unconfirmed_seats() == 0
    stored = Match.objects.values_list("status", "ready_check_due_at").get(pk=match.pk)
    assert stored == (Match.Status.WAITING, None)
    assert store.open_book(match.pk).table.free_seats() == (1,)
    assert (
        "Seat 2 was not confirmed in time and is free again."
        in signed_in(crew[0]).get(f"/m/{match.pk}/log/").content.decode()
    )


def test_the_ready_check_is_called_anew_when_the_table_fills_again(crew: list[User], people: MakePeople) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        match = checked_table(crew)
        clock.shift(timedelta(days=1))
        give_up_seat(match_id=match.pk, player=crew[2], key="leave")
        assert Match.objects.get().ready_check_due_at is None
        seat_player(match_id=match.pk, player=people("Dario")[0], key="sit")
        assert Match.objects.get().ready_check_due_at == NOON + timedelta(days=3)
        assert find_drift(match.pk) == []
        confirm_seat(match_id=match.pk, player=crew[1], key="here")
        assert find_drift(match.pk) == []


def test_the_letters_ask_and_tell_what_is_true_when_they_leave(crew: list[User]) -> None:
    match = checked_table(crew)
    asking, telling = OutboxMail.objects.filter(kind="ready_check").order_by("pk")
    letter = write_letter(recipient_of(asking), NOON)
    assert letter.to == [crew[1].email]
    assert link(match, crew[1]) in letter.body
    assert link(match, crew[1]) in str(letter.alternatives[0][0])
    assert "Still to confirm: Demo Ben" in write_letter(recipient_of(telling), NOON).body
    confirm_seat(match_id=match.pk, player=crew[1], key="here")
    with pytest.raises(NoLongerTrue, match="confirmed already"):
        recipient_of(asking)
    assert "Everybody is there" in write_letter(recipient_of(telling), NOON).body
    start_match(match_id=match.pk, host=crew[0], key="start")
    with pytest.raises(NoLongerTrue, match="has begun"):
        recipient_of(telling)


def test_the_log_keeps_the_name_under_which_a_ready_check_is_stored(crew: list[User]) -> None:
    match = checked_table(crew)
    first = LogEntry.objects.filter(match=match).earliest("position")
    assert '"is_mustered":true' in first.events
    assert '"is_mustered":true' in first.command


def test_rows_and_preferences_from_before_the_ready_check_had_its_name_are_carried_over(crew: list[User]) -> None:
    match, reader = checked_table(crew), crew[1]
    change_mail_preferences(user=reader, timings={"ready_check": "never"})
    migration = import_module("games.migrations.0030_ready_checks")
    migration.backwards(apps, None)
    match.refresh_from_db()
    reader.refresh_from_db()
    assert (match.status, reader.mail_timings) == ("mustering", {"muster": "never"})
    migration.forwards(apps, None)
    match.refresh_from_db()
    reader.refresh_from_db()
    assert (match.status, reader.mail_timings) == ("waiting", {"ready_check": "never"})
    assert OutboxMail.objects.filter(match=match, kind="ready_check").exists()
