"""Substitutes: after five answers in a row that were left to others, the table may offer the seat to somebody else."""

import pytest
from django.test import Client

from accounts.blocks import block_person
from accounts.models import User
from games.logbook import store
from games.models import DeskRecord, Match, OutboxMail
from games.notifications.relay import relay_outbox
from games.projections.rebuild import find_drift
from games.refusals import NotNow, NotYourSeat
from games.selectors.play.matches import find_match, read_match
from games.selectors.tables.lists import open_tables
from games.services.desk.desk import DeskLook, record, rule
from games.services.desk.referees import appoint_referee
from games.services.desk.rehearsals import rehearse
from games.services.tables.bots import play_waiting_bots
from games.services.tables.invitation_links import find_invitation
from games.services.tables.invitations import accept_invitation, invite_by_link
from games.services.tables.seats import seat_player
from games.services.tables.substitutes import offer_seat
from games.table.events.absence import SeatOffered
from games.table.events.core import SeatHandedOver
from games.table.rulings import OrderSeatOffer
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, at_once, fresh_key, write_move
from tests.games.core.test_table import let_time_run_out

pytestmark = pytest.mark.django_db


def leave_it(match: Match, players: list[User], seat: int, times: int) -> None:
    """Let the player of `seat` not come, `times` in a row, while the others pass."""
    for _ in range(200):
        chair = store.open_book(match.pk).table.chairs[seat]
        if chair.unanswered >= times:
            return
        if asked(match) != seat:
            write_move(match, players, "pass")
        elif chair.is_away:
            assert play_waiting_bots() == 1
        else:
            let_time_run_out(match)
    pytest.fail("nothing is left unanswered")


def offer(match: Match, player: User, seat: int = 1) -> None:
    offer_seat(match_id=match.pk, player=player, seat=seat, channel="page", key=fresh_key())


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(players: list[User], begin_match: BeginMatch) -> Match:
    return begin_match(players[:2], options=b'{"starter":0}')


def test_four_answers_left_to_others_are_too_few(match: Match, players: list[User]) -> None:
    leave_it(match, players, 1, 4)
    with pytest.raises(NotNow) as refusal:
        offer(match, players[0])
    assert refusal.value.code == "not_to_be_offered"


def test_after_five_any_player_offers_the_seat_and_it_is_among_the_open_tables(
    match: Match, players: list[User]
) -> None:
    leave_it(match, players, 1, 5)
    assert list(open_tables(players[2])) == []
    with pytest.raises(NotYourSeat):
        offer(match, players[2])
    offer(match, players[0])
    assert [each.pk for each in open_tables(players[2])] == [match.pk]
    assert list(open_tables(players[1])) == []
    assert find_drift(match.pk) == []


def test_whoever_accepts_holds_the_seat_and_its_former_player_has_no_right_to_it(
    match: Match, players: list[User], mailoutbox: list[object]
) -> None:
    anna, ben, cleo = players
    relay_outbox()
    leave_it(match, players, 1, 5)
    offer(match, anna)
    seat_player(match_id=match.pk, player=cleo, key="over")
    book = store.open_book(match.pk)
    chair = book.table.chairs[1]
    assert (chair.player, chair.keeper, chair.unanswered, chair.misses) == (cleo.ref.hex, "player", 0, 0)
    assert not chair.is_offered
    assert book.table.seat_of(ben.ref.hex) is None
    with pytest.raises(NotNow):
        seat_player(match_id=match.pk, player=ben, key="back")
    with pytest.raises(NotYourSeat):
        write_move(match, [anna, ben], "orders never", seat=1, decision="seat2.0:orders")
    assert read_match(find_match(match.pk, ben), ben).seat is None
    letters = OutboxMail.objects.filter(match=match, kind=OutboxMail.Kind.HANDED_OVER)
    assert {(each.seat, each.recipient_id) for each in letters} == {(1, None), (None, ben.pk)}
    assert rehearse(match.pk).verdict == "same"
    assert find_drift(match.pk) == []


def test_the_newcomer_gets_a_brief_and_the_former_player_is_told(
    match: Match, players: list[User], mailoutbox: list[object]
) -> None:
    anna, ben, cleo = players
    leave_it(match, players, 1, 5)
    offer(match, anna)
    seat_player(match_id=match.pk, player=cleo, key="over")
    while asked(match) != 1:
        write_move(match, [anna, cleo], "pass")
    mailoutbox.clear()
    for _ in range(20):
        relay_outbox()
    told = {(each.to[0], each.subject.split(":")[0]): each.body for each in mailoutbox}  # type: ignore[attr-defined]
    brief = told[cleo.email, "You have taken a seat over"]
    assert "This is what your seat knows." in brief
    assert "WHAT IS ASKED" in brief.upper() or "pass" in brief
    word = told[ben.email, "Somebody else plays your seat"]
    assert "It cannot be taken back." in word
    assert "HOW THINGS" not in word


def test_before_that_any_move_takes_the_seat_back_and_withdraws_the_offer(match: Match, players: list[User]) -> None:
    leave_it(match, players, 1, 5)
    offer(match, players[0])
    write_move(match, players, "orders never", seat=1, decision="seat2.0:orders")
    assert not store.open_book(match.pk).table.chairs[1].is_offered
    assert list(open_tables(players[2])) == []
    with pytest.raises(NotNow):
        seat_player(match_id=match.pk, player=players[2], key="over")


@pytest.mark.parametrize("cause", ["blocked", "looked", "left"])
def test_who_may_not_take_it_over(cause: str, match: Match, players: list[User]) -> None:
    anna, ben, cleo = players
    leave_it(match, players, 1, 5)
    offer(match, anna)
    if cause == "blocked":
        block_person(owner=anna, name=cleo.name)
    if cause == "looked":
        User.objects.filter(pk=cleo.pk).update(is_staff=True)
        cleo.refresh_from_db()
        record(referee=cleo, act=DeskRecord.Act.LOOKED, sight=DeskLook(match_id=match.pk))
    if cause == "left":
        seat_player(match_id=match.pk, player=cleo, key="over")
        leave_it(match, [anna, cleo], 1, 5)
        offer(match, anna)
    with pytest.raises(NotNow):
        seat_player(match_id=match.pk, player=ben if cause == "left" else cleo, key="again")


def test_a_seat_of_a_private_table_is_taken_over_by_its_link(players: list[User], begin_match: BeginMatch) -> None:
    anna, _, cleo = players
    match = begin_match(players[:2], options=b'{"starter":0}', is_private=True)
    leave_it(match, players, 1, 5)
    with pytest.raises(NotNow):
        invite_by_link(match=match, host=anna)
    offer(match, anna)
    found = find_invitation(invite_by_link(match=match, host=anna))
    assert found is not None
    client = Client()
    client.force_login(cleo)
    accept_invitation(invitation=found, player=cleo, key="here I am")
    assert store.open_book(match.pk).table.seat_of(cleo.ref.hex) == 1
    assert client.get(f"/m/{match.pk}/").status_code == 200


def test_the_page_offers_the_seat_and_gives_it_to_who_takes_it(match: Match, players: list[User]) -> None:
    leave_it(match, players, 1, 5)
    pages = [Client() for _ in players]
    for page, player in zip(pages, players, strict=True):
        page.force_login(player)
    assert ["Offer the seat" in page.get(f"/m/{match.pk}/").content.decode() for page in pages] == [True, False, False]
    pages[0].post(f"/m/{match.pk}/seats/2/offer/", {"key": "offer"})
    assert "a seat to take over" in pages[2].get("/tables/").content.decode()
    assert "Take this seat over" in pages[2].get(f"/m/{match.pk}/").content.decode()
    pages[2].post(f"/m/{match.pk}/seats/", {"key": "mine"})
    assert store.open_book(match.pk).table.seat_of(players[2].ref.hex) == 1
    assert pages[2].get(f"/m/{match.pk}/").status_code == 200


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_taking_back_and_taking_over_at_once_have_one_winner(match: Match, players: list[User]) -> None:
    leave_it(match, players, 1, 5)
    offer(match, players[0])
    answers = at_once(
        lambda: seat_player(match_id=match.pk, player=players[1], key="back"),
        lambda: seat_player(match_id=match.pk, player=players[2], key="over"),
    )
    assert sum(isinstance(each, NotNow) for each in answers) == 1
    events = [event for entry in store.read_entries(store.open_book(match.pk)) for event in entry.events]
    after = events[events.index(SeatOffered(1, 0)) :]
    assert len([event for event in after if isinstance(event, SeatHandedOver)]) == 1
    assert find_drift(match.pk) == []


def test_a_referee_may_have_a_player_replaced(match: Match, players: list[User], people: MakePeople) -> None:
    dario = appoint_referee(people("Dario")[0])
    rule(match_id=match.pk, referee=dario, order=OrderSeatOffer(1), reason="Rule 4.", key="r")
    chair = store.open_book(match.pk).table.chairs[1]
    assert (chair.keeper, chair.is_offered) == ("caretaker", True)
    with pytest.raises(NotYourSeat, match="A referee has offered your seat"):
        write_move(match, players, "orders never", seat=1, decision="seat2.0:orders")
    with pytest.raises(NotNow):
        seat_player(match_id=match.pk, player=players[1], key="back")
    reader = Client()
    reader.force_login(players[1])
    page = reader.get(f"/m/{match.pk}/").content.decode()
    assert "By a ruling, your seat is offered to whoever wants it." in page
    assert "Take my seat back" not in page
    assert 'name="move"' not in page
    seat_player(match_id=match.pk, player=players[2], key="over")
    assert store.open_book(match.pk).table.seat_of(players[2].ref.hex) == 1


def test_a_seat_that_the_table_offers_already_can_be_offered_for_good_by_a_referee(
    match: Match, players: list[User], referee: User
) -> None:
    leave_it(match, players, 1, 5)
    offer(match, players[0])
    rule(match_id=match.pk, referee=referee, order=OrderSeatOffer(1), reason="Rule 4.", key="r")
    with pytest.raises(NotNow):
        seat_player(match_id=match.pk, player=players[1], key="back")
    with pytest.raises(NotNow, match="offered already"):
        rule(match_id=match.pk, referee=referee, order=OrderSeatOffer(1), reason="Rule 4.", key="again")
    assert find_drift(match.pk) == []
