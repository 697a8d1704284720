"""Texts, tokens and names: whatever people type is made safe, and a name is never an identity."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games.logbook import store
from games.models import Match
from games.refusals import NoSuchMatch, NotYourSeat
from games.selectors.play.logs import narrated_log
from games.selectors.play.matches import find_match, read_match
from games.services.people.reply_addresses import digest_of_address, find_reply_address, make_reply_address
from games.services.play.moves import LONGEST_NOTATION
from games.services.tables.invitation_links import find_invitation
from games.services.tables.matches import LONGEST_TITLE, MatchPlan, open_match
from games.services.tables.seats import give_up_seat
from games.texts import clean_line
from games.tokens import TOKEN_LENGTH, digest_of_token, token_for
from pirates.errors import MalformedMove, RulesError
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import asked, play_by_lot, question_of, write_move

HOSTILE = {
    "NUL": "Tor\x00tuga",
    "a lone surrogate": "Tor\ud800tuga",
    "a header": "Tortuga\r\nBcc: all@letters.localhost",
    "a line separator": "Tor\u2028tuga\u2029",
    "right to left": "\u202etuga\u202cTor",
    "a byte order mark": "\ufeffTortuga",
    "escape codes": "\x1b[31mTortuga\x07",
    "a megabyte": "Tortuga " * 131_072,
    "a megabyte of nothing": "\x00" * 1_048_576,
    "private use": "Tor\ue000tuga\U0010fffd",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_title_is_one_safe_line_whatever_was_typed(text: str) -> None:
    title = clean_line(text, LONGEST_TITLE)
    assert len(title) <= LONGEST_TITLE
    assert title == title.strip()
    assert title.isprintable()
    title.encode()


@given(st.text(st.characters(), max_size=300), st.integers(1, 80))
def test_any_text_becomes_a_line_that_is_clean_already(text: str, longest: int) -> None:
    line = clean_line(text, longest)
    assert len(line) <= longest
    assert clean_line(line, longest) == line
    assert "\n" not in line
    assert "\x00" not in line
    line.encode()


@given(st.text(st.sampled_from("Tortuga Bay äß海賊-'!"), max_size=60))
def test_an_honest_line_keeps_its_words(text: str) -> None:
    assert clean_line(text, 60).split() == text.split()


@pytest.mark.django_db
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_match_with_a_hostile_title_is_opened_and_can_be_read(people: MakePeople, text: str) -> None:
    (anna,) = people("Anna")
    plan = MatchPlan(game="capitan-bacon", title=text, seats=2, pace=timedelta(days=1))
    match = Match.objects.get(pk=open_match(host=anna, plan=plan).pk)
    assert match.title
    assert match.title.isprintable()


@pytest.mark.django_db
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_line_of_notation_is_refused_and_nothing_is_written(
    people: MakePeople, begin_match: BeginMatch, text: str
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    with pytest.raises(MalformedMove):
        write_move(match, players, text)
    assert store.open_book(match.pk).position == 4


@pytest.mark.django_db
def test_a_line_of_notation_has_a_longest_length(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    assert write_move(match, players, "pass".ljust(LONGEST_NOTATION)).position == 5
    with pytest.raises(MalformedMove) as refusal:
        write_move(match, players, "pass".ljust(LONGEST_NOTATION + 1))
    assert refusal.value.code == "notation_too_long"


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "\x00", "\ud800", "9" * 100_000, "1.1:turn\r\n", "'; DROP TABLE games_match; --"])
def test_a_question_that_does_not_exist_is_refused_in_any_spelling(
    people: MakePeople, begin_match: BeginMatch, key: str
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    with pytest.raises(RulesError) as refusal:
        write_move(match, players, "pass", seat=asked(match), decision=key or " ")
    assert refusal.value.code == "stale_decision"


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["\x00", "\ud800", "k" * 1_048_576, "Bcc: a\r\n"])
def test_an_idempotency_key_may_be_anything(people: MakePeople, begin_match: BeginMatch, key: str) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    seat, question = asked(match), question_of(match).key
    first = write_move(match, players, "pass", seat=seat, decision=question, key=key)
    again = write_move(match, players, "pass", seat=seat, decision=question, key=key)
    assert (again.position, again.is_repeat) == (first.position, True)


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=1, max_size=4))
def test_a_token_survives_any_mail_system(parts: list[str]) -> None:
    token = token_for(*parts)
    assert len(token) == TOKEN_LENGTH
    assert token == token.lower()
    assert token.isalnum()
    assert digest_of_token(f" {token.upper()}\n") == digest_of_token(token)
    assert token not in digest_of_token(token)


@pytest.mark.django_db
@pytest.mark.parametrize("text", [*HOSTILE.values(), "", "a' OR 1=1"])
def test_a_hostile_token_or_match_id_names_nothing(text: str) -> None:
    assert find_invitation(text) is None
    assert find_reply_address(f"r-{text}@letters.localhost") is None
    with pytest.raises(NoSuchMatch):
        find_match(text, None)


def test_tokens_of_different_things_differ() -> None:
    tokens = {token_for("reply", match, seat) for match in ("a", "b") for seat in range(3)}
    assert len(tokens) == 6
    assert token_for("reply", "a") != token_for("invitation", "a")


@pytest.mark.django_db
def test_a_reply_address_is_the_same_each_time_and_forgives_what_mail_systems_do(
    people: MakePeople, begin_match: BeginMatch
) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    make = [make_reply_address(match_id=match.pk, seat=0, player=players[0], decision=key) for key in ("a", "a", "b")]
    assert make[0] == make[1] != make[2]
    for spelling in (make[0].upper(), f" <{make[0]}> ", make[0].replace("-", "+", 1), make[0].replace("-", "%2B", 1)):
        found = find_reply_address(spelling)
        assert found is not None
        assert (found.player, found.decision) == (players[0], "a")
    assert len(make[0].partition("@")[0]) <= 64
    for wrong in (make[0].replace("@", "@x"), f"x{make[0]}", "@", "", make[0][1:], "r-" + "a" * 26 + "@"):
        assert digest_of_address(wrong) == ""


@pytest.mark.django_db
def test_history_follows_the_person_and_not_the_name(people: MakePeople, begin_match: BeginMatch) -> None:
    anna, ben = players = people("Anna", "Ben")
    match = begin_match(players)
    list(play_by_lot(match, players, b"names", 10))
    before = store.open_book(match.pk)
    anna.name = "Demo Renamed"
    anna.save()
    newcomer = User.objects.create_user("demo.newcomer@letters.localhost", "Demo Anna")
    store.clear_cache()
    assert store.open_book(match.pk) == before
    assert read_match(match, anna).names == ("Demo Renamed", "Demo Ben")
    told = " ".join(sentence for line in narrated_log(before, None) for sentence in line.sentences)
    assert "Demo Renamed" in told
    assert "Demo Anna" not in told
    assert read_match(match, newcomer).seat is None
    assert read_match(match, anna).seat == 0
    with pytest.raises(NotYourSeat):
        give_up_seat(match_id=match.pk, player=newcomer, key="mine")
    assert ben.name == "Demo Ben"


@pytest.mark.django_db
def test_no_name_and_no_address_is_in_the_logbook(people: MakePeople, begin_match: BeginMatch) -> None:
    players = people("Anna", "Ben")
    match = begin_match(players)
    list(play_by_lot(match, players, b"names", 10))
    entries = store.read_export(store.open_book(match.pk))
    stored = " ".join(bytes(entry[part]).decode() for entry in entries for part in ("command", "events"))
    assert players[0].ref.hex in stored
    assert not [player.name for player in players if player.name in stored or player.email in stored]
