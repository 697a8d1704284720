"""By consent: all who play agree, or nothing happens; asking is limited and ends."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.blocks import block_person
from accounts.models import User
from games.logbook import store
from games.models import Deadline, Match, OpenProposal
from games.notifications.relay import relay_outbox
from games.projections.rebuild import find_drift
from games.refusals import NotNow, NotYourSeat, TooOften
from games.selectors.consent.consents import learned_since, what_is_asked
from games.selectors.play.logs import narrated_log
from games.selectors.play.matches import may_see, read_match
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.consent.consents import answer_consent, ask_consent, close_late_proposals, withdraw_proposal
from games.services.play.submitting import Receipt
from games.services.tables.matches import rewind_match
from games.services.tables.seats import give_up_seat
from games.table.proposals import Abandon, AnyProposed, PassSeatOn, ProposePause, ProposeRewind
from pirates.errors import RulesError
from pirates.fingerprints import canonical_json
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import at_once, fresh_key, play_by_lot, write_move

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
Trio = tuple[Match, list[User]]


@pytest.fixture
def trio(people: MakePeople, begin_match: BeginMatch) -> Trio:
    """A match of Anna, Ben and Cleo with six moves behind its start, which is entry 5; Dario watches."""
    players = people("Anna", "Ben", "Cleo", "Dario")
    match = begin_match(players[:3], options=b'{"starter":0}')
    list(play_by_lot(match, players, b"consent", 6))
    return match, players


def ask(match: Match, player: User, proposed: AnyProposed) -> Receipt:
    return ask_consent(match_id=match.pk, player=player, proposed=proposed, channel="api", key=fresh_key())


def answer(match: Match, player: User, *, agrees: bool = True, key: str = "", proposal: int = 0) -> Receipt:
    number = proposal or store.open_book(match.pk).table.proposals
    return answer_consent(
        match_id=match.pk, player=player, proposal=number, agrees=agrees, channel="api", key=key or fresh_key()
    )


def told(match: Match) -> list[str]:
    book = store.open_book(match.pk)
    return [sentence for line in narrated_log(book, None) for sentence in line.sentences]


def test_a_rewind_is_done_once_everybody_has_agreed_and_in_the_same_entry(trio: Trio) -> None:
    match, (anna, ben, cleo, _) = trio
    then = store.book_at(match.pk, 7)
    ask(match, anna, ProposeRewind(7))
    assert OpenProposal.objects.get(match=match).number == 1
    answer(match, ben)
    assert store.open_book(match.pk).state != then.state
    done = answer(match, cleo)
    assert done.book.state == then.state
    assert told(match)[-3:] == ["Demo Cleo agrees.", "Everybody agrees.", "The match was wound back to entry 7."]
    assert not OpenProposal.objects.filter(match=match).exists()
    assert find_drift(match.pk) == []
    store.clear_cache()
    assert store.open_book(match.pk) == done.book


def test_one_who_does_not_agree_settles_it_and_nothing_is_changed(trio: Trio) -> None:
    match, (anna, ben, cleo, _) = trio
    before = store.open_book(match.pk).state
    ask(match, anna, Abandon())
    answer(match, ben, agrees=False)
    assert store.open_book(match.pk).state == before
    with pytest.raises(NotNow) as refused:
        answer(match, cleo)
    assert refused.value.code == "proposal_closed"


def test_an_abandoned_match_has_no_result_and_its_secret_is_opened(trio: Trio) -> None:
    match, (anna, ben, cleo, _) = trio
    ask(match, anna, Abandon())
    answer(match, ben)
    answer(match, cleo)
    match.refresh_from_db()
    assert (match.status, match.outcome, match.is_abandoned) == (Match.Status.OVER, "", True)
    assert told(match)[-2] == "All have agreed to abandon the match; it has no result."
    assert told(match)[-1].startswith("The secret behind the dice is opened")
    assert find_drift(match.pk) == []


def test_a_pause_that_all_agree_to_stops_the_clocks_for_that_long(trio: Trio) -> None:
    match, (anna, ben, cleo, _) = trio
    ask(match, anna, ProposePause(2 * 86400))
    answer(match, ben)
    assert answer(match, cleo).book.table.is_paused
    assert Deadline.objects.filter(match=match, seat__isnull=False).count() == 0
    with pytest.raises(NotNow):
        ask(match, anna, ProposePause(1))


def test_a_seat_goes_to_the_named_person_with_all_its_rights_and_nothing_of_the_former_one(trio: Trio) -> None:
    match, (anna, ben, cleo, dario) = trio
    Match.objects.filter(pk=match.pk).update(is_private=True)
    match.refresh_from_db()
    seat = store.open_book(match.pk).table.seat_of(cleo.ref.hex)
    view = read_match(match, cleo).view
    assert not may_see(match, dario)
    ask(match, cleo, PassSeatOn(dario.ref.hex))
    assert may_see(match, dario)
    answer(match, anna)
    answer(match, ben)
    assert store.open_book(match.pk).table.seat_of(cleo.ref.hex) == seat
    table = answer(match, dario).book.table
    assert (table.seat_of(dario.ref.hex), table.seat_of(cleo.ref.hex)) == (seat, None)
    assert canonical_json(read_match(match, dario).view) == canonical_json(view)
    assert not may_see(match, cleo)
    with pytest.raises(NotYourSeat):
        write_move(match, [cleo] * 3, "pass")
    assert {dario.ref.hex, cleo.ref.hex} <= table.has_sat
    assert find_drift(match.pk) == []


def test_a_seat_is_not_passed_to_who_sits_there_already_and_not_without_their_will(trio: Trio) -> None:
    match, (anna, ben, cleo, dario) = trio
    with pytest.raises(NotNow) as refused:
        ask(match, anna, PassSeatOn(ben.ref.hex))
    assert refused.value.code == "already_seated"
    ask(match, anna, PassSeatOn(dario.ref.hex))
    answer(match, ben)
    answer(match, cleo)
    answer(match, dario, agrees=False)
    assert store.open_book(match.pk).table.seat_of(dario.ref.hex) is None


def test_a_seat_is_not_passed_to_who_is_kept_apart_from_somebody_there(trio: Trio) -> None:
    match, (anna, ben, _, dario) = trio
    block_person(owner=ben, name=dario.name)
    with pytest.raises(NotNow) as refused:
        ask(match, anna, PassSeatOn(dario.ref.hex))
    assert refused.value.code == "nobody_of_that_name"


def test_bots_and_the_vanished_are_not_asked_and_alone_one_agrees_with_oneself(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    anna, ben, cleo = people("Anna", "Ben", "Cleo")
    match = begin_match([anna, ben, cleo], bots=1)
    give_up_seat(match_id=match.pk, player=cleo, key="off")
    ask(match, anna, Abandon())
    assert what_is_asked(store.open_book(match.pk), ben).awaited == (1,)  # type: ignore[union-attr]
    assert answer(match, ben).book.is_over
    alone = begin_match([anna], bots=1)
    assert ask(alone, anna, Abandon()).book.is_over


def test_who_resigns_is_waited_for_no_more_and_takes_an_own_wish_along(trio: Trio) -> None:
    match, (anna, ben, cleo, _) = trio
    ask(match, anna, Abandon())
    answer(match, ben)
    give_up_seat(match_id=match.pk, player=cleo, key="off")
    assert store.open_book(match.pk).is_over


def test_an_own_wish_falls_with_its_asker(trio: Trio) -> None:
    match, (anna, *_) = trio
    ask(match, anna, Abandon())
    give_up_seat(match_id=match.pk, player=anna, key="off")
    assert store.open_book(match.pk).table.proposal is None


def test_moving_on_voids_a_rewind_but_not_the_end_of_the_match(trio: Trio) -> None:
    match, players = trio
    ask(match, players[0], ProposeRewind(7))
    list(play_by_lot(match, players, b"on", 1))
    assert store.open_book(match.pk).table.proposal is None
    assert "The match has moved on, and the question to the table falls." in told(match)
    ask(match, players[0], Abandon())
    list(play_by_lot(match, players, b"further", 1))
    assert store.open_book(match.pk).table.proposal is not None


def test_a_ruling_that_winds_back_voids_a_rewind(trio: Trio) -> None:
    match, players = trio
    ask(match, players[0], ProposeRewind(7))
    assert rewind_match(match_id=match.pk, to=8, key="ruled").book.table.proposal is None


@pytest.mark.parametrize(("to", "code"), [(0, "no_such_position"), (99, "no_such_position"), (4, "before_the_start")])
def test_there_must_be_a_moment_to_go_back_to(trio: Trio, to: int, code: str) -> None:
    match, players = trio
    with pytest.raises(NotNow) as refused:
        ask(match, players[0], ProposeRewind(to))
    assert refused.value.code == code


def test_one_thing_is_asked_at_a_time_and_only_who_is_asked_answers(trio: Trio) -> None:
    match, (anna, ben, _, dario) = trio
    ask(match, anna, Abandon())
    with pytest.raises(NotNow) as refused:
        ask(match, ben, ProposeRewind(7))
    assert refused.value.code == "proposal_open"
    with pytest.raises(NotNow) as refused:
        answer(match, anna)
    assert refused.value.code == "not_asked"
    with pytest.raises(NotYourSeat):
        answer(match, dario)
    with pytest.raises(NotNow) as refused:
        withdraw_proposal(match_id=match.pk, player=ben, proposal=1, channel="api", key=fresh_key())
    assert refused.value.code == "not_your_proposal"


def test_three_things_are_asked_a_day_and_moves_are_not_held_up(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben = players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players)
        for number in range(1, 4):
            ask(match, anna, Abandon())
            withdraw_proposal(match_id=match.pk, player=anna, proposal=number, channel="api", key=fresh_key())
        with pytest.raises(TooOften) as refused:
            ask(match, anna, Abandon())
        assert refused.value.data["retry_after"] == 86401
        write_move(match, players, "pass")
        ask(match, ben, Abandon())
    with time_machine.travel(NOON + timedelta(hours=24, seconds=1), tick=False):
        close_late_proposals()
        ask(match, anna, Abandon())


def test_what_is_not_answered_in_time_falls_once(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    with time_machine.travel(NOON, tick=False):
        match = begin_match(players, pace=timedelta(hours=3))
        ask(match, players[0], Abandon())
    with time_machine.travel(NOON + timedelta(hours=2, minutes=59), tick=False):
        assert close_late_proposals() == 0
    with time_machine.travel(NOON + timedelta(hours=3), tick=False):
        assert (close_late_proposals(), close_late_proposals()) == (1, 0)
        assert expire_due_deadlines() == 1
    assert store.open_book(match.pk).table.proposal is None
    assert find_drift(match.pk) == []


def test_an_answer_given_twice_counts_once(trio: Trio) -> None:
    match, (anna, ben, *_) = trio
    ask(match, anna, Abandon())
    answer(match, ben, key="one tab")
    assert answer(match, ben, key="one tab").is_repeat
    with pytest.raises(NotNow) as refused:
        answer(match, ben, key="another tab")
    assert refused.value.code == "agreed_already"


def test_what_was_learned_is_told_to_each_as_far_as_they_know(trio: Trio) -> None:
    match, _ = trio
    book = store.open_book(match.pk)
    seen = {seat: learned_since(book, seat, 5) for seat in (0, 1, 2, None)}
    assert seen[None]
    log = " ".join(told(match))
    assert all(sentence in log for sentence in seen[None])
    assert learned_since(book, None, book.position) == ()


def test_who_is_asked_gets_a_letter_and_who_asked_in_vain_too(trio: Trio, mailoutbox: list[object]) -> None:
    match, (anna, ben, cleo, dario) = trio
    relay_outbox()
    mailoutbox.clear()
    ask(match, anna, PassSeatOn(dario.ref.hex))
    relay_outbox()
    assert sorted(letter.to[0] for letter in mailoutbox) == sorted(p.email for p in (ben, cleo, dario))  # type: ignore[attr-defined]
    answer(match, ben, agrees=False)
    mailoutbox.clear()
    relay_outbox()
    assert [letter.to for letter in mailoutbox] == [[anna.email]]  # type: ignore[attr-defined]
    assert "Demo Ben does not agree." in mailoutbox[0].body  # type: ignore[attr-defined]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_who_agree_at_once_are_both_heard_and_it_is_done_once(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben", "Cleo")
    match = begin_match(players)
    ask(match, players[0], Abandon())
    answers = at_once(lambda: answer(match, players[1]), lambda: answer(match, players[2]))
    assert not [each for each in answers if isinstance(each, RulesError)]
    store.clear_cache()
    assert told(match).count("Everybody agrees.") == 1
    assert store.open_book(match.pk).is_over
    assert find_drift(match.pk) == []
