"""Decisions, replay, seats, fingerprints, and how a Game reads what it is sent."""

import hashlib

import msgspec
import pytest

from pirates.decisions import Decision, answered_by, awaited_seats, find_decision, open_to
from pirates.errors import MalformedMove
from pirates.fingerprints import GENESIS, SealedEntry, canonical_json, chain_hash, commitment, seed_of
from pirates.replay import Recorder, fold
from pirates.seats import clockwise_from, others
from tests.pirates.toy_game import ROBBERS, evolve
from tests.pirates.toy_pieces import BidsOpened, CardDrawn, DrawCard, Options, SealBid, State, ToyStarted

ASKED = (
    Decision(2, "bid", "b2", SealBid(2, 0)),
    Decision(0, "bid", "b0", SealBid(0, 0), required=False),
    Decision(1, "bid", "b1", SealBid(1, 0)),
    Decision(1, "answer", "a1", DrawCard(1), window=True),
    Decision(None, "open", "c", None),
)
STARTED = ToyStarted(Options(), ((1, 2), (3, 4)), (5, 6))
ENTRY = SealedEntry("m", 1, "2024-05-01", "seat:0", "web", "k", msgspec.Raw(b"{}"), msgspec.Raw(b"[]"), "00")


def test_the_match_waits_for_the_required_seats_lowest_first_and_once() -> None:
    assert awaited_seats(ASKED) == (1, 2)
    assert awaited_seats(()) == ()


def test_decisions_are_found_by_seat_by_clock_and_by_key() -> None:
    assert [each.key for each in open_to(ASKED, 1)] == ["b1", "a1"]
    assert [each.key for each in open_to(ASKED, None)] == ["c"]
    assert open_to(ASKED, 4) == ()
    assert find_decision(ASKED, "a1") == ASKED[3]
    assert find_decision(ASKED, "a9") is None


def test_a_move_answers_the_question_whose_default_is_of_its_kind() -> None:
    both = open_to(ASKED, 1)
    assert answered_by(SealBid(1, 2), both).key == "b1"
    assert answered_by(DrawCard(1), both).key == "a1"


def test_of_two_questions_of_a_kind_a_move_answers_the_one_about_the_same_thing() -> None:
    asked = (Decision(1, "bid", "first", SealBid(1, 1)), Decision(1, "bid", "second", SealBid(1, 2)))
    assert answered_by(SealBid(1, 2), asked).key == "second"
    assert answered_by(SealBid(1, 1), asked).key == "first"
    assert answered_by(SealBid(1, 0), asked).key == "first"


def test_a_move_of_another_kind_answers_what_its_seat_must_answer() -> None:
    aside = Decision(1, "bid", "aside", SealBid(1, 1), required=False)
    must = Decision(1, "turn", "must", SealBid(1, 2))
    assert answered_by(DrawCard(1), (aside, must)).key == "must"
    assert answered_by(DrawCard(1), (aside,)).key == "aside"


def test_a_recorder_shows_what_its_events_lead_to() -> None:
    events = (BidsOpened((0, 1), 1), CardDrawn(1, 5))
    recorder = Recorder[State](evolve, evolve(None, STARTED))
    for event in events:
        recorder.record(event)
        assert recorder.state == fold(evolve, [STARTED, *recorder.events])
    assert recorder.events == list(events)
    assert recorder.state.hands == ((1, 2), (3, 4, 5))


def test_folding_nothing_changes_nothing() -> None:
    state = evolve(None, STARTED)
    assert fold(evolve, [], state) is state
    assert fold(evolve, []) is None


def test_seats_go_round_the_table() -> None:
    assert clockwise_from(2, 4) == (2, 3, 0, 1)
    assert others(2, 4) == (3, 0, 1)


def test_canonical_json_has_one_form_whatever_the_order() -> None:
    assert canonical_json({"b": 1, "a": {"d": "é", "c": None}}) == '{"a":{"c":null,"d":"é"},"b":1}'.encode()
    assert canonical_json({"a": {"c": None, "d": "é"}, "b": 1}) == canonical_json({"b": 1, "a": {"d": "é", "c": None}})


def test_a_hash_covers_the_whole_entry_and_the_hash_before_it() -> None:
    written = (
        b'{"actor":"seat:0","channel":"web","command":{},"events":[],"key":"k","match":"m","position":1,'
        b'"recorded_at":"2024-05-01","salt":"00"}'
    )
    assert chain_hash(GENESIS, ENTRY) == hashlib.sha256(b"0" * 64 + written).hexdigest()
    assert chain_hash("1" * 64, ENTRY) != chain_hash(GENESIS, ENTRY)


@pytest.mark.parametrize("field", SealedEntry.__struct_fields__)
def test_a_hash_changes_with_every_field(field: str) -> None:
    other = {"position": 2, "command": msgspec.Raw(b"[]"), "events": msgspec.Raw(b"{}")}.get(field, "other")
    assert chain_hash(GENESIS, msgspec.structs.replace(ENTRY, **{field: other})) != chain_hash(GENESIS, ENTRY)


def test_the_seed_needs_the_secret_and_every_salt_in_seat_order() -> None:
    assert seed_of(b"secret", [b"a", b"b"]) == hashlib.sha256(b"secretab").digest()
    assert commitment(b"secret") == hashlib.sha256(b"secret").hexdigest()
    assert len({seed_of(b"secret", salts) for salts in ([b"a", b"b"], [b"b", b"a"], [b"a"], [])}) == 4


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff",
        b"[" * 100_000,
        b"null",
        b'{"type":"SealBid","seat":0,"bid":3}',
        b'{"type":"SealBid","seat":6,"bid":1}',
        b'{"type":"SealBid","seat":0,"bid":1,"more":1}',
        b'{"type":"Expire","seat":0,"key":"b0"}',
    ],
)
def test_what_is_not_a_move_is_refused(raw: bytes) -> None:
    with pytest.raises(MalformedMove) as refusal:
        ROBBERS.decode_move(raw)
    assert refusal.value.code == "unreadable_move"


def test_moves_and_options_are_read_from_json() -> None:
    assert ROBBERS.decode_move(b'{"type":"SealBid","seat":1,"bid":2}') == SealBid(1, 2)
    assert ROBBERS.decode_options(b'{"goal":9}') == Options(9)
    with pytest.raises(MalformedMove):
        ROBBERS.decode_options(b'{"goals":9}')
