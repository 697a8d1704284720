"""Talk at the table, private talk, notes: who reads what, and that none of it touches the match."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.logbook import store
from games.models import LogEntry, Match, Message, MutedTalk, Notes
from games.refusals import NoSuchMatch, NotNow, NotYourSeat
from games.selectors.people.messages import TABLE, heard_by, newest_said, notes_of, readable_by, said_since, talk_of
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.people.messages import keep_notes, set_muted
from games.services.tables.seats import give_up_seat, seat_player
from pirates.errors import MalformedMove
from pirates.seats import Seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.talking import tell, texts

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(begin_match: BeginMatch, players: list[User]) -> Match:
    return begin_match(players, bots=1, options=b'{"starter":0}')


def test_what_is_said_to_the_table_is_read_by_all_who_see_the_match(
    match: Match, players: list[User], people: MakePeople
) -> None:
    tell(match, players[0], "Ahoy")
    tell(match, players[1], "Ahoy yourself")
    for reader in (*players, people("Dario")[0], None):
        assert texts(match, reader) == ["Ahoy", "Ahoy yourself"]


def test_private_talk_is_read_by_its_two_persons_and_by_nobody_else(
    match: Match, players: list[User], people: MakePeople
) -> None:
    anna, ben, cleo = players
    tell(match, anna, "Rob Cleo next", seat=1)
    tell(match, ben, "Aye", seat=0)
    assert texts(match, anna, 1) == texts(match, ben, 0) == ["Rob Cleo next", "Aye"]
    assert texts(match, cleo, 0) == texts(match, cleo, 1) == texts(match, anna) == []
    stranger = people("Dario")[0]
    User.objects.filter(pk=stranger.pk).update(is_staff=True, is_superuser=True)
    for reader in (cleo, stranger, None):
        assert not readable_by(match, reader).exists()
    for reader in (stranger, None):
        with pytest.raises(NotYourSeat):
            texts(match, reader, 0)


def test_a_later_holder_of_the_seat_reads_nothing_of_what_was_said_to_the_one_before(
    players: list[User], open_table: BeginMatch
) -> None:
    anna, ben, cleo = players
    match = open_table([anna, ben])
    tell(match, anna, "Welcome, Ben", seat=1)
    give_up_seat(match_id=match.pk, player=ben, key="leave")
    seat_player(match_id=match.pk, player=cleo, key="sit", seat=1)
    assert texts(match, cleo, 0) == []
    assert tell(match, cleo, "Hello", seat=0).number == 1
    assert texts(match, anna, 1) == ["Hello"]
    assert heard_by(match, cleo).unread == {talk_of(store.open_book(match.pk), cleo, 0): 0}
    with pytest.raises(NotYourSeat):
        tell(match, ben, "I was here", seat=0)


def test_a_person_keeps_the_talk_after_a_new_name(match: Match, players: list[User]) -> None:
    anna, ben, cleo = players
    tell(match, anna, "Rob Cleo next", seat=1)
    User.objects.filter(pk=ben.pk).update(name="Demo Benjamin", name_key="demobenjamin")
    cleo.name = "Demo Ben"
    cleo.save()
    assert texts(match, User.objects.get(pk=ben.pk), 0) == ["Rob Cleo next"]
    assert texts(match, cleo, 0) == []


@pytest.mark.parametrize(
    ("seat", "code"), [(0, "own_seat"), (3, "nobody_there"), (4, "no_such_seat"), (99, "no_such_seat")]
)
def test_there_is_no_talking_to_oneself_a_bot_or_nobody(
    match: Match, players: list[User], seat: Seat, code: str
) -> None:
    with pytest.raises((NotNow, MalformedMove)) as refusal:
        tell(match, players[0], seat=seat)
    assert refusal.value.code == code
    assert not Message.objects.exists()


def test_whoever_sits_elsewhere_reads_but_does_not_speak(match: Match, people: MakePeople) -> None:
    stranger = people("Dario")[0]
    for seat in (None, 0):
        with pytest.raises(NotYourSeat):
            tell(match, stranger, seat=seat)
        with pytest.raises(NotYourSeat):
            set_muted(match_id=match.pk, person=stranger, seat=seat, is_muted=True)


def test_a_private_match_is_not_there_for_talk_or_notes_either(
    players: list[User], begin_match: BeginMatch, people: MakePeople
) -> None:
    match, stranger = begin_match(players, is_private=True), people("Dario")[0]
    with pytest.raises(NoSuchMatch):
        tell(match, stranger)
    with pytest.raises(NoSuchMatch):
        keep_notes(match_id=match.pk, person=stranger, text="x")
    assert not Notes.objects.exists()


def test_whoever_resigned_or_is_kept_by_a_caretaker_still_talks(match: Match, players: list[User]) -> None:
    for day in (1, 2, 3, 4, 5, 6, 7, 8):
        expire_due_deadlines(timezone.now() + timedelta(days=2 * day))
    chairs = store.open_book(match.pk).table.chairs
    kept = next(seat for seat in (0, 1, 2) if chairs[seat].keeper == "caretaker")
    other = (kept + 1) % 3
    tell(match, players[kept], "I am back", seat=other)
    tell(match, players[other], "At last", seat=kept)
    give_up_seat(match_id=match.pk, player=players[other], key="resign")
    tell(match, players[other], "Fair winds", seat=kept)
    assert texts(match, players[kept], other) == ["I am back", "At last", "Fair winds"]


def test_talk_is_no_part_of_the_logbook(match: Match, players: list[User]) -> None:
    before = Match.objects.values().get(pk=match.pk), LogEntry.objects.count()
    tell(match, players[0])
    tell(match, players[0], seat=1)
    set_muted(match_id=match.pk, person=players[1], seat=None, is_muted=True)
    keep_notes(match_id=match.pk, person=players[1], text="Anna has the map")
    assert (Match.objects.values().get(pk=match.pk), LogEntry.objects.count()) == before
    assert store.find_faults(match.pk) == []


def test_what_is_new_counts_from_ones_own_last_word(match: Match, players: list[User]) -> None:
    anna, ben, cleo = players
    pair = talk_of(store.open_book(match.pk), anna, 1)
    tell(match, anna, seat=1)
    for _ in range(2):
        tell(match, ben)
        tell(match, ben, seat=0)
    assert heard_by(match, anna).unread == {TABLE: 2, pair: 2}
    tell(match, anna, seat=1)
    assert heard_by(match, anna).unread == {TABLE: 2, pair: 0}
    assert heard_by(match, cleo).unread == {TABLE: 2}
    assert heard_by(match, None).unread == {}


def test_a_muted_talk_is_silent_for_whoever_muted_it_and_the_same_for_all_others(
    match: Match, players: list[User]
) -> None:
    anna, ben, cleo = players
    tell(match, ben, "Listen", seat=0)
    tell(match, anna, "No", seat=1)
    set_muted(match_id=match.pk, person=anna, seat=1, is_muted=True)
    set_muted(match_id=match.pk, person=anna, seat=1, is_muted=True)
    assert MutedTalk.objects.count() == 1
    tell(match, ben, "Listen!", seat=0)
    tell(match, cleo, "Ahoy")
    tell(match, cleo, "Psst", seat=0)
    assert texts(match, anna, 1) == ["No"]
    assert texts(match, ben, 0) == ["Listen", "No", "Listen!"]
    pair = talk_of(store.open_book(match.pk), anna, 1)
    assert pair not in heard_by(match, anna).unread
    assert heard_by(match, ben).muted == frozenset()
    assert texts(match, anna) == ["Ahoy"]
    assert texts(match, anna, 2) == ["Psst"]
    set_muted(match_id=match.pk, person=anna, seat=1, is_muted=False)
    assert texts(match, anna, 1) == ["Listen", "No", "Listen!"]


def test_a_muted_table_is_silent_and_private_talk_is_not(match: Match, players: list[User]) -> None:
    anna, ben, _ = players
    set_muted(match_id=match.pk, person=anna, seat=None, is_muted=True)
    tell(match, ben, "Blah")
    tell(match, anna, "Hm")
    tell(match, ben, "Psst", seat=0)
    assert texts(match, anna) == ["Hm"]
    assert texts(match, ben) == ["Blah", "Hm"]
    assert texts(match, anna, 1) == ["Psst"]


def test_a_talk_is_read_on_from_a_number_and_back_from_one(match: Match, players: list[User]) -> None:
    for number in range(1, 8):
        tell(match, players[0], f"{number}")
    page = said_since(heard_by(match, None), TABLE, after=2, most=3)
    assert ([each.text for each in page.messages], page.has_more) == (["3", "4", "5"], True)
    page = said_since(heard_by(match, None), TABLE, after=5, most=3)
    assert ([each.text for each in page.messages], page.has_more) == (["6", "7"], False)
    page = newest_said(heard_by(match, None), TABLE, before=6, most=3)
    assert ([each.text for each in page.messages], page.has_more) == (["3", "4", "5"], True)
    page = newest_said(heard_by(match, None), TABLE, most=7)
    assert ([each.text for each in page.messages], page.has_more) == ([str(each) for each in range(1, 8)], False)


def test_notes_are_ones_own_and_know_when_they_were_changed_elsewhere(match: Match, players: list[User]) -> None:
    anna, ben, _ = players
    assert notes_of(match, anna).text == ""
    assert not Notes.objects.exists()
    first = keep_notes(match_id=match.pk, person=anna, text=" Ben took 3\r\nand 7 ", version=0)
    assert (first.text, first.version) == ("Ben took 3\nand 7", 1)
    assert notes_of(match, ben).text == ""
    assert keep_notes(match_id=match.pk, person=anna, text="Ben took 3\nand 7", version=0).version == 1
    with pytest.raises(NotNow) as refusal:
        keep_notes(match_id=match.pk, person=anna, text="Cleo took 5", version=0)
    assert refusal.value.code == "notes_changed"
    assert keep_notes(match_id=match.pk, person=anna, text="", version=1).version == 2
    assert notes_of(match, anna).text == ""
    assert Notes.objects.count() == 1
