"""Staff shut an account and open it again; matches stay whole, and every act is recorded."""

from typing import NoReturn

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games.logbook import store
from games.logbook.folding import UnreadableLog
from games.models import DeskRecord, Match
from games.projections.rebuild import find_drift
from games.refusals import NotYourSeat
from games.services.desk.referees import appoint_referee, is_referee
from games.services.tables.seats import give_up_seat
from tests.conftest import MakePeople
from tests.games.core.playing import asked, write_move
from tests.tables import open_table

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
    assert store.open_book(match.pk).table.chairs[seat].is_away
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
    assert store.open_book(match.pk).table.chairs[seat].keeper == "player"
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


@pytest.mark.parametrize("role", ["sits", "sat", "hosts", "watched", "waiting", "unreadable"])
@pytest.mark.parametrize("again", ["", "1"])
def test_nobody_shuts_or_opens_the_account_of_somebody_at_a_table_of_their_own(
    role: str, again: str, match: Match, players: list[User], client: Client, people: MakePeople
) -> None:
    insider, person = (players[0] if role == "hosts" else players[1]), players[2]
    table = match
    if role == "sat":
        give_up_seat(match_id=match.pk, player=insider, key="resign")
    if role in ("watched", "waiting"):
        [insider] = people("Dario")
    if role == "watched":
        DeskRecord.objects.create(referee=insider, act="watched", match=match, at=match.opened_at)
    if role == "waiting":
        table = open_table([insider, person])
    appoint_referee(insider)
    client.force_login(insider)
    User.objects.filter(pk=person.pk).update(is_active=not again)
    if role == "unreadable":
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(store, "open_book", _unreadable)
            assert shut(client, person, again=again) == 403
    else:
        assert shut(client, person, again=again) == 403
    assert User.objects.get(pk=person.pk).is_active == (not again)
    assert [each.match for each in DeskRecord.objects.filter(referee=insider, act="refused")] == [table]
    assert not DeskRecord.objects.filter(act__in=["suspended", "readmitted", "ruled"]).exists()


def _unreadable(_match_id: str) -> NoReturn:
    raise UnreadableLog("events of tomorrow")


def test_a_suspension_is_written_down_at_each_unfinished_table_of_the_player(
    desk: Client, match: Match, players: list[User], people: MakePeople
) -> None:
    waiting = open_table([*people("Dora"), players[2]])
    hosted = open_table([players[2]], bots=1)
    assert shut(desk, players[2]) == 302
    assert shut(desk, players[2], again="1") == 302
    for act in ("suspended", "readmitted"):
        records = DeskRecord.objects.filter(act=act, detail=players[2].ref.hex, reason="Threats at the table.")
        assert {each.match for each in records} == {None, match, waiting, hosted}


def test_referees_are_appointed_and_dismissed_on_the_command_line(players: list[User]) -> None:
    call_command("appoint_referee", players[0].email.upper())
    assert is_referee(User.objects.get(pk=players[0].pk))
    call_command("appoint_referee", players[0].email, "--dismiss")
    assert not is_referee(User.objects.get(pk=players[0].pk))
    with pytest.raises(CommandError):
        call_command("appoint_referee", "nobody@letters.localhost")
