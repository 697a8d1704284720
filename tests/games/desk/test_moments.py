"""The desk shows any match at any position as its seats saw it, and writes every look down."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.logbook import store
from games.models import Deadline, DeskRecord, Match, OutboxMail
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.play.queue_trying import play_queued_moves
from games.services.play.queued_moves import queue_move
from tests.games.core.playing import write_move

pytestmark = pytest.mark.django_db


def say_why(desk: Client, match: Match) -> None:
    answer = desk.post(f"/desk/{match.pk}/", {"reason": "Dispute 1"})
    assert answer.status_code == 302


def test_nothing_is_shown_before_a_reason_is_given(desk: Client, match: Match) -> None:
    for path in (f"/desk/{match.pk}/at/3/", f"/desk/{match.pk}/rule/"):
        answer = desk.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/desk/{match.pk}/")
    assert b"Why do you look into this match?" in desk.get(f"/desk/{match.pk}/").content
    assert desk.post(f"/desk/{match.pk}/", {"reason": " "}).status_code == 400
    assert not DeskRecord.objects.exists()


def test_a_moment_is_shown_as_the_seats_saw_it_and_every_look_is_recorded(
    desk: Client, match: Match, referees: list[User]
) -> None:
    say_why(desk, match)
    page = desk.get(f"/desk/{match.pk}/at/{match.position}/?seat=1&seat=3").content.decode()
    assert "as Demo Anna saw it" in page
    assert "as Demo Cleo saw it" in page
    assert "as Demo Ben saw it" not in page
    looks = DeskRecord.objects.filter(act="looked").values_list("referee", "position", "seat", "reason")
    position, referee = match.position, referees[0].pk
    assert set(looks) == {(referee, position, 0, "Dispute 1"), (referee, position, 2, "Dispute 1")}


def test_two_positions_are_compared_side_by_side(desk: Client, match: Match) -> None:
    say_why(desk, match)
    page = desk.get(f"/desk/{match.pk}/at/{match.position}/?seat=1&with={match.position - 1}").content.decode()
    assert f"Entry {match.position}, as Demo Anna saw it" in page
    assert f"Entry {match.position - 1}, as Demo Anna saw it" in page
    assert page.count('id="entry"') == 1


def test_the_entry_is_shown_whole_with_what_it_asked_its_mails_and_the_chain(desk: Client, match: Match) -> None:
    say_why(desk, match)
    page = desk.get(f"/desk/{match.pk}/at/{match.position}/").content.decode()
    assert "whole up to here" in page
    assert "Mails because of it" in page
    assert "your move" in page
    assert "&quot;type&quot;: &quot;Pass&quot;" in page


def test_a_mail_because_of_an_entry_is_shown_with_what_became_of_it(desk: Client, match: Match) -> None:
    say_why(desk, match)
    sent = OutboxMail.objects.filter(match=match, position=match.position)
    assert sent.update(state=OutboxMail.State.SENT, fate=OutboxMail.Fate.DELIVERED)
    page = desk.get(f"/desk/{match.pk}/at/{match.position}/").content.decode()
    assert "sent, delivered" in page


def test_each_deadline_is_reckoned_as_it_was_at_that_moment(desk: Client, match: Match) -> None:
    say_why(desk, match)
    for position in (match.position - 1, match.position):
        times = store.book_at(match.pk, position).clocks
        [running] = [each for each in times.countdowns.values() if not each.is_answered]
        page = desk.get(f"/desk/{match.pk}/at/{position}/").content.decode()
        assert f"due {times.due_of(running):%Y-%m-%d %H:%M} UTC." in page


def test_an_automatic_act_says_why_it_came_about(desk: Client, match: Match) -> None:
    say_why(desk, match)
    expire_due_deadlines(Deadline.objects.get(match=match).due_at)
    match.refresh_from_db()
    assert "automatic: a deadline passed" in desk.get(f"/desk/{match.pk}/at/{match.position}/").content.decode()
    assert "automatic:" not in desk.get(f"/desk/{match.pk}/at/{match.position - 1}/").content.decode()


def test_a_move_that_was_queued_says_so_to_the_desk(desk: Client, match: Match) -> None:
    waiting = match.seats.get(is_awaited=True).number
    players = [seat.player for seat in match.seats.order_by("number") if seat.player is not None]
    queue_move(match_id=match.pk, player=players[(waiting + 1) % len(players)], move="pass")
    write_move(match, players, "pass")
    assert play_queued_moves() == 1
    match.refresh_from_db()
    say_why(desk, match)
    assert "had queued this move beforehand" in desk.get(f"/desk/{match.pk}/at/{match.position}/").content.decode()


def test_the_legal_moves_then_are_listed_for_the_seat_that_was_asked(desk: Client, match: Match) -> None:
    say_why(desk, match)
    page = desk.get(f"/desk/{match.pk}/at/{match.position}/?seat=1&seat=2&seat=3").content.decode()
    assert page.count("Legal moves then") >= 1
    assert "<code>pass</code>" in page


def test_a_moment_costs_the_same_queries_whatever_its_position(desk: Client, match: Match) -> None:
    say_why(desk, match)
    counts = []
    for position in (5, match.position):
        desk.get(f"/desk/{match.pk}/at/{position}/?seat=1")
        with CaptureQueriesContext(
            connection,
        ) as queries:
            desk.get(f"/desk/{match.pk}/at/{position}/?seat=1")
        counts.append(len(queries))
    assert counts[0] == counts[1] < 40
