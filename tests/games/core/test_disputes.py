"""Disputes, rulings and appeals at the door: who may, how often, and what follows."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction

from accounts.models import User
from games.logbook import store
from games.models import Deadline, DeskRecord, Dispute, DisputeWord, Match
from games.projections.rebuild import find_drift
from games.projections.write import outcome_of
from games.refusals import MatchClosed, NotNow, NotYourSeat, TooOften
from games.services.desk import disputes
from games.services.desk.desk import DeskLook, ask_table, open_at_desk, rule
from games.services.desk.disputes import answer_referee, appeal_ruling, open_dispute, withdraw_dispute
from games.services.play.submitting import Receipt
from games.services.tables.matches import MatchPlan, open_match
from games.services.tables.seats import seat_player
from games.table.rulings import (
    Adjudicate,
    AnyOrder,
    CloseMatch,
    GiveToCaretaker,
    MoveDeadline,
    OrderPause,
    OrderRewind,
    StartClocks,
    Uphold,
)
from pirates.errors import MalformedMove, RulesError
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, fresh_key, write_move

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben")


@pytest.fixture
def match(players: list[User], begin_match: BeginMatch) -> Match:
    return begin_match(players)


def dispute(match: Match, player: User, position: int = 1, claim: str = "That was not legal.") -> Receipt:
    return open_dispute(match_id=match.pk, player=player, position=position, claim=claim, key=fresh_key())


def ruled(match: Match, referee: User, order: AnyOrder, number: int | None = 1) -> Receipt:
    return rule(match_id=match.pk, referee=referee, order=order, reason="By rule 4.", key=fresh_key(), dispute=number)


def refusal(error: type[RulesError], code: str) -> "pytest.RaisesExc[RulesError]":
    return pytest.raises(error, check=lambda raised: raised.code == code)


def test_a_dispute_is_an_entry_of_the_log_and_its_claim_is_kept_beside_it(match: Match, players: list[User]) -> None:
    receipt = dispute(match, players[1], claim="  The card\x00 was not his. ")
    opened = Dispute.objects.get(match=match)
    assert (opened.number, opened.seat, opened.position, opened.status) == (1, 1, 1, "open")
    assert receipt.book.table.disputes[0].is_waiting
    assert [word.text for word in opened.words.all()] == ["The card was not his."]
    assert find_drift(match.pk) == []


def test_the_same_request_opens_one_dispute(match: Match, players: list[User]) -> None:
    for _ in range(2):
        open_dispute(match_id=match.pk, player=players[0], position=1, claim="Wrong.", key="same")
    assert DisputeWord.objects.count() == Dispute.objects.count() == 1


@pytest.mark.parametrize("position", [0, -1, 10_000])
def test_only_an_entry_of_the_log_can_be_disputed(match: Match, players: list[User], position: int) -> None:
    with refusal(NotNow, "no_such_position"):
        dispute(match, players[0], position)


def test_a_dispute_needs_words_and_a_seat(match: Match, players: list[User], referees: list[User]) -> None:
    with refusal(MalformedMove, "words_missing"):
        dispute(match, players[0], claim=" \n ")
    with pytest.raises(NotYourSeat):
        dispute(match, referees[0])


def test_a_seat_has_one_open_dispute_and_three_in_all(match: Match, players: list[User], referees: list[User]) -> None:
    for number in (1, 2, 3):
        dispute(match, players[0])
        with refusal(NotNow, "dispute_open"):
            dispute(match, players[0])
        ruled(match, referees[0], Uphold(), number)
    with refusal(NotNow, "disputes_used_up"):
        dispute(match, players[0])


def test_one_person_brings_no_more_than_some_disputes_a_day(
    match: Match, players: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disputes, "MOST_PER_DAY", 1)
    dispute(match, players[0])
    withdraw_dispute(match_id=match.pk, player=players[0], dispute=1, key="let go")
    with pytest.raises(TooOften):
        dispute(match, players[0])


def test_a_dispute_is_withdrawn_by_whoever_opened_it_and_nobody_else(match: Match, players: list[User]) -> None:
    dispute(match, players[0])
    with refusal(NotNow, "not_your_dispute"):
        withdraw_dispute(match_id=match.pk, player=players[1], dispute=1, key="k")
    withdraw_dispute(match_id=match.pk, player=players[0], dispute=1, key="k")
    assert Dispute.objects.get().status == "withdrawn"


def test_a_ruling_winds_the_match_back_and_keeps_the_branch(
    match: Match, players: list[User], referees: list[User]
) -> None:
    before = store.open_book(match.pk)
    write_move(match, players, "pass")
    moved = store.open_book(match.pk).position
    dispute(match, players[1], moved)
    after = ruled(match, referees[0], OrderRewind(before.position)).book
    assert after.state == before.state
    assert moved in after.left_behind
    assert Dispute.objects.get().status == "ruled"
    assert find_drift(match.pk) == []


def test_a_ruling_cannot_go_back_to_before_the_start(match: Match, referees: list[User]) -> None:
    with refusal(NotNow, "before_the_start"):
        ruled(match, referees[0], OrderRewind(1), None)


def test_a_ruling_gives_a_seat_to_the_caretaker_until_its_player_comes_back(
    match: Match, players: list[User], referees: list[User]
) -> None:
    seat = asked(match)
    book = ruled(match, referees[0], GiveToCaretaker(seat), None).book
    assert book.table.chairs[seat].is_away
    write_move(match, players, "pass")
    assert store.open_book(match.pk).table.chairs[seat].keeper == "player"


def test_the_first_dispute_of_a_seat_stops_the_clocks_until_it_is_ruled_on(
    match: Match, players: list[User], referees: list[User]
) -> None:
    assert dispute(match, players[0]).book.table.is_paused
    assert not ruled(match, referees[0], Uphold()).book.table.is_paused
    assert not dispute(match, players[0]).book.table.is_paused


def test_a_stop_that_a_referee_ordered_outlasts_a_ruling_on_a_dispute(
    match: Match, players: list[User], referees: list[User]
) -> None:
    ruled(match, referees[0], OrderPause(3600), None)
    assert dispute(match, players[0]).book.table.is_paused
    assert ruled(match, referees[0], Uphold(), 2).book.table.is_paused
    assert not ruled(match, referees[0], StartClocks(), None).book.table.is_paused


def test_a_ruling_gives_more_time_for_an_open_question_and_for_no_other(match: Match, referees: list[User]) -> None:
    before = Deadline.objects.get(match=match)
    ruled(match, referees[0], MoveDeadline(before.decision, 7200), None)
    assert Deadline.objects.get(match=match).due_at - before.due_at == timedelta(hours=2)
    with refusal(NotNow, "no_such_question"):
        ruled(match, referees[0], MoveDeadline("1.99:turn", 7200), None)
    assert find_drift(match.pk) == []


def test_an_order_about_clocks_alone_settles_no_dispute(
    match: Match, players: list[User], referees: list[User]
) -> None:
    dispute(match, players[0])
    with refusal(NotNow, "settles_nothing"):
        ruled(match, referees[0], StartClocks())


def test_a_ruling_ends_the_match_with_the_ranking_it_names(match: Match, referees: list[User]) -> None:
    with refusal(NotNow, "ranking_wrong"):
        ruled(match, referees[0], Adjudicate(((0,),)), None)
    book = ruled(match, referees[0], Adjudicate(((1,), (0,))), None).book
    outcome = outcome_of(book)
    assert book.is_over
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1,), "ruled")


def test_a_match_that_was_closed_by_a_ruling_has_no_winner_and_no_more_disputes(
    match: Match, players: list[User], referees: list[User]
) -> None:
    book = ruled(match, referees[0], CloseMatch(), None).book
    assert book.is_over
    assert outcome_of(book) is None
    with pytest.raises(MatchClosed):
        dispute(match, players[0])


def test_a_ruling_is_appealed_once_and_to_another_referee(
    match: Match, players: list[User], referees: list[User]
) -> None:
    dispute(match, players[0])
    with refusal(NotNow, "nothing_to_appeal"):
        appeal_ruling(match_id=match.pk, player=players[1], dispute=1, grounds="Unfair.", key="early")
    ruled(match, referees[0], Uphold())
    appeal_ruling(match_id=match.pk, player=players[1], dispute=1, grounds="Unfair.", key="a")
    with refusal(NotNow, "not_another_referee"):
        ruled(match, referees[0], Uphold())
    ruled(match, referees[1], Uphold())
    assert Dispute.objects.get().status == "settled"
    with refusal(NotNow, "nothing_to_appeal"):
        appeal_ruling(match_id=match.pk, player=players[0], dispute=1, grounds="Again.", key="b")


def test_a_ruling_that_nobody_asked_for_can_be_appealed_too(
    match: Match, players: list[User], referees: list[User]
) -> None:
    ruled(match, referees[0], GiveToCaretaker(0), None)
    appeal_ruling(match_id=match.pk, player=players[0], dispute=1, grounds="I was there.", key="a")
    ruled(match, referees[1], Uphold())
    assert Dispute.objects.get().status == "settled"


def test_a_ruling_needs_a_reason(match: Match, referees: list[User]) -> None:
    with refusal(NotNow, "reason_missing"):
        rule(match_id=match.pk, referee=referees[0], order=Uphold(), reason=" ", key="k")


def test_who_sits_sat_or_hosts_at_the_table_is_no_referee_there(
    players: list[User], referees: list[User], begin_match: BeginMatch
) -> None:
    match = begin_match([*players, referees[0]])
    for act in (
        lambda: ruled(match, referees[0], Uphold(), None),
        lambda: open_at_desk(referee=referees[0], act=DeskRecord.Act.LOOKED, sight=DeskLook(match_id=match.pk)),
    ):
        with pytest.raises(NotYourSeat):
            act()
    refused = DeskRecord.objects.get()
    assert (refused.act, refused.referee) == ("refused", referees[0])


def test_staff_without_the_right_are_no_referees(match: Match, players: list[User], people: MakePeople) -> None:
    [clerk] = people("Cleo")
    clerk.is_staff = True
    clerk.save()
    with pytest.raises(NotYourSeat):
        ruled(match, clerk, Uphold(), None)


def test_a_referee_asks_and_the_table_answers(match: Match, players: list[User], referees: list[User]) -> None:
    dispute(match, players[0])
    opened = Dispute.objects.get()
    ask_table(referee=referees[0], dispute=opened, text="What did you see?", key="q")
    for _ in range(2):
        answer_referee(dispute=opened, player=players[1], seat=1, text="Nothing.", key="a")
    assert [word.kind for word in opened.words.all()] == ["claim", "question", "answer"]
    ruled(match, referees[0], Uphold())
    with refusal(NotNow, "dispute_not_open"):
        answer_referee(dispute=opened, player=players[1], seat=1, text="But …", key="b")


def test_every_look_and_act_of_a_referee_is_recorded_and_stays(match: Match, referees: list[User]) -> None:
    open_at_desk(
        referee=referees[0],
        act=DeskRecord.Act.LOOKED,
        sight=DeskLook(match_id=match.pk, position=2, seat=1, reason="dispute 1"),
    )
    ruled(match, referees[0], Uphold(), None)
    assert [each.act for each in DeskRecord.objects.all()] == ["ruled", "looked"]
    for change in (
        lambda: DeskRecord.objects.all().update(reason="other"),
        lambda: DeskRecord.objects.all().delete(),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()
    assert DeskRecord.objects.count() == 2


def test_a_referee_who_has_looked_into_a_match_cannot_sit_down_at_it(players: list[User], referees: list[User]) -> None:
    plan = MatchPlan(game="capitan-bacon", title="Demo match", seats=2, pace=timedelta(days=1))
    match = open_match(host=players[0], plan=plan)
    open_at_desk(referee=referees[0], act=DeskRecord.Act.OPENED, sight=DeskLook(match_id=match.pk))
    with refusal(NotNow, "has_looked"):
        seat_player(match_id=match.pk, player=referees[0], key="sit")
