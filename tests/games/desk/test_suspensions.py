"""Staff shut an account and open it again; matches stay whole, and every act is recorded."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games import logbook
from games.models import DeskRecord, Match
from games.rebuilding import find_drift
from games.refusals import NotYourSeat
from games.services.referees import is_referee
from tests.games.core.playing import asked, write_move

pytestmark = pytest.mark.django_db


def shut(desk: Client, person: User, **more: str) -> int:
    return desk.post(f"/desk/people/{person.pk}/shut/", {"reason": "Threats at the table.", **more}).status_code


def test_an_account_is_found_by_its_name_however_written(desk: Client, players: list[User]) -> None:
    assert "Shut this account" in desk.get("/desk/people/?name=DEMO+anna").content.decode()
    assert "Nobody has this name." in desk.get("/desk/people/?name=Nobody").content.decode()


def test_a_shut_account_can_do_nothing_and_its_seat_passes_to_a_caretaker(
    desk: Client, match: Match, players: list[User]
) -> None:
    seat = asked(match)
    browser = Client()
    browser.force_login(players[seat])
    assert shut(desk, players[seat]) == 302
    assert browser.get("/account/").status_code == 302
    assert logbook.open_book(match.pk).laid.chairs[seat].is_away
    shut_player = User.objects.get(pk=players[seat].pk)
    with pytest.raises(NotYourSeat):
        write_move(match, [shut_player] * 3, "pass", seat=seat)
    assert find_drift(match.pk) == []


def test_an_account_that_is_opened_again_takes_its_seat_back_by_a_move(
    desk: Client, match: Match, players: list[User]
) -> None:
    seat = asked(match)
    shut(desk, players[seat])
    assert shut(desk, players[seat], again="1") == 302
    write_move(match, players, "pass")
    assert logbook.open_book(match.pk).laid.chairs[seat].keeper == "player"
    acts = set(DeskRecord.objects.values_list("act", flat=True))
    assert {"suspended", "readmitted", "ruled"} <= acts


def test_nothing_is_done_without_a_reason_twice_or_to_staff(
    desk: Client, players: list[User], referees: list[User]
) -> None:
    assert shut(desk, players[0], reason=" ") == 400
    assert shut(desk, players[0], again="1") == 409
    assert shut(desk, players[0]) == 302
    assert shut(desk, players[0]) == 409
    assert shut(desk, referees[1]) == 409


def test_referees_are_appointed_and_dismissed_on_the_command_line(players: list[User]) -> None:
    call_command("appoint_referee", players[0].email.upper())
    assert is_referee(User.objects.get(pk=players[0].pk))
    call_command("appoint_referee", players[0].email, "--dismiss")
    assert not is_referee(User.objects.get(pk=players[0].pk))
    with pytest.raises(CommandError):
        call_command("appoint_referee", "nobody@letters.localhost")
