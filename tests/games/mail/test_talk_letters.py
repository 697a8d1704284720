"""Private talk told by letter: once for all that was said, to its reader alone, and not to one who has answered."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail as post_box
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Match, OutboxMail
from games.notifications.relay import relay_outbox
from games.notifications.sending import MOST_PER_HOUR
from games.outbox import claims
from games.services.people.messages import LETTER_DELAY, set_muted
from games.services.tables.seats import give_up_seat, seat_player
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.talking import tell
from tests.games.mail.desk import fates, make_all_due, play, post, settle_all
from tests.games.mail.harbour import Harbour

pytestmark = pytest.mark.django_db

Kind, State = OutboxMail.Kind, OutboxMail.State
HOSTILE = '<img src=x onerror=alert(1)> {{ 7|add:7 }} & "go" to http://evil.example/win or me@evil.example'


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(begin_match: BeginMatch, players: list[User]) -> Match:
    match = begin_match(players, options=b'{"starter":0}')
    settle_all()
    return match


def talk_rows() -> list[tuple[str, str]]:
    """Return state and reason of every letter about talk, oldest first."""
    rows = OutboxMail.objects.filter(kind=Kind.PRIVATE_TALK).order_by("pk")
    return list(rows.values_list("state", "reason"))


def test_all_that_one_person_said_comes_in_one_letter_some_minutes_later(
    harbour: Harbour, match: Match, players: list[User]
) -> None:
    anna, ben, cleo = players
    with time_machine.travel(timezone.now(), tick=False) as clock:
        tell(match, anna, "Rob Cleo next", seat=1)
        tell(match, anna, "She has\nthe map", seat=1)
        tell(match, cleo, "Anna lies", seat=1)
        clock.shift(LETTER_DELAY - timedelta(seconds=1))
        relay_outbox()
        assert harbour.deliveries == []
        tell(match, anna, "Quick", seat=1)
        clock.shift(timedelta(seconds=2))
        relay_outbox()
    letters = harbour.to(ben.email)
    assert [each.recipients for each in harbour.deliveries] == [[ben.email]] * 2
    first, second = (letter.text for letter in letters)
    assert [first.count(words) for words in ("Rob Cleo next", "    She has\n    the map", "    Quick")] == [1, 1, 1]
    assert "Anna lies" not in first
    assert "Demo Anna" not in second
    assert "Demo Cleo, " in second
    assert fates()[-2:] == [("private_talk", "sent")] * 2


def test_the_next_letter_tells_only_what_was_said_since(harbour: Harbour, match: Match, players: list[User]) -> None:
    anna, ben, _ = players
    for words in ("First", "Second"):
        tell(match, anna, words, seat=1)
        make_all_due()
        relay_outbox()
    assert ["First" in each.text for each in harbour.to(ben.email)] == [True, False]
    assert ["Second" in each.html for each in harbour.to(ben.email)] == [False, True]


def test_what_is_said_while_a_letter_leaves_goes_into_the_next_one(
    harbour: Harbour, match: Match, players: list[User]
) -> None:
    anna, ben, _ = players
    tell(match, anna, "First", seat=1)
    make_all_due()
    (claimed,) = claims.claim_due(timezone.now())
    tell(match, anna, "Second", seat=1)
    claims.mark_postponed(claimed, timezone.now(), "test")
    make_all_due()
    relay_outbox()
    told = "".join(each.text for each in harbour.to(ben.email))
    assert (told.count("    First"), told.count("    Second")) == (1, 1)
    assert talk_rows() == [("sent", ""), ("sent", "")]


def test_neither_subject_nor_preview_say_who_wrote_or_what(harbour: Harbour, match: Match, players: list[User]) -> None:
    tell(match, players[0], "Rob Cleo next", seat=1)
    make_all_due()
    relay_outbox()
    letter = harbour.deliveries[-1]
    assert letter.subject == "Somebody at the table wrote to you: Demo match (Capitán Bacon)"
    preview = letter.html.split("display:none")[1].split("</div>")[0]
    for words in ("Anna", "Rob", "Cleo"):
        assert words not in letter.subject + preview + letter.text.split("\n")[0] + str(letter.message.items())


def test_the_letter_asks_for_no_reply_and_says_where_to_answer(
    harbour: Harbour, match: Match, players: list[User]
) -> None:
    tell(match, players[0], seat=1)
    make_all_due()
    relay_outbox()
    letter = harbour.deliveries[-1]
    assert letter.message["Reply-To"] is None
    address = f"http://127.0.0.1:8000/m/{match.pk}/talk/0/"
    assert address in letter.text
    assert f'href="{address}"' in letter.html
    assert "/private_talk/" in str(letter.message["List-Unsubscribe"])
    assert letter.message["References"] == f"<m.{match.pk}.1@letters.localhost>"


def test_what_people_say_is_plain_text_and_never_a_link(harbour: Harbour, match: Match, players: list[User]) -> None:
    tell(match, players[0], HOSTILE + "\n-- \nUnsubscribe: www.evil.example\n" + "x" * 300, seat=1)
    make_all_due()
    relay_outbox()
    letter = harbour.deliveries[-1]
    assert "<img src=x onerror=alert(1)> {{ 7|add:7 }}" in letter.text
    assert "&lt;img src=x onerror=alert(1)&gt; {{ 7|add:7 }} &amp;" in letter.html
    for told in (letter.text, letter.html):
        assert not re.search(r"\w\.example|//evil|@evil", told)
    assert all(link.startswith("http://127.0.0.1:8000/") for link in re.findall(r'href="([^"]*)"', letter.html))
    assert letter.text.count("\n-- \n") == 1
    assert not [line for line in letter.text.splitlines() if len(line) > 72 and "://" not in line]


def test_who_has_answered_on_the_page_is_told_only_what_came_after(
    harbour: Harbour, match: Match, players: list[User]
) -> None:
    anna, ben, _ = players
    tell(match, anna, "First", seat=1)
    tell(match, ben, "Aye", seat=0)
    make_all_due()
    relay_outbox()
    assert [each.recipients for each in harbour.deliveries] == [[anna.email]]
    assert talk_rows() == [("dropped", "the reader has answered already"), ("sent", "")]
    tell(match, anna, "Second", seat=1)
    tell(match, ben, "Go on", seat=0)
    tell(match, anna, "Third", seat=1)
    make_all_due()
    relay_outbox()
    (letter,) = harbour.to(ben.email)
    assert ("Third" in letter.text, "Second" in letter.text) == (True, False)


def test_a_muted_talk_or_kind_is_not_told(harbour: Harbour, match: Match, players: list[User]) -> None:
    anna, ben, cleo = players
    User.objects.filter(pk=cleo.pk).update(mail_timings={Kind.PRIVATE_TALK.value: "never"})
    set_muted(match_id=match.pk, person=ben, seat=0, is_muted=True)
    for seat in (1, 2):
        tell(match, anna, seat=seat)
    tell(match, cleo, "Ahoy", seat=1)
    make_all_due()
    relay_outbox()
    assert [reason for _, reason in talk_rows()] == [
        "the reader has muted this talk",
        "this kind of mail is not wanted",
        "",
    ]
    assert [each.recipients for each in harbour.deliveries] == [[ben.email]]


def test_a_letter_goes_to_the_person_and_never_to_a_later_holder_of_the_seat(
    harbour: Harbour, players: list[User], open_table: BeginMatch
) -> None:
    anna, ben, cleo = players
    match = open_table([anna, ben])
    tell(match, anna, "Welcome, Ben", seat=1)
    give_up_seat(match_id=match.pk, player=ben, key="leave")
    seat_player(match_id=match.pk, player=cleo, key="sit", seat=1)
    make_all_due()
    relay_outbox()
    assert harbour.deliveries == []
    assert talk_rows() == [("dropped", "the reader does not sit at this table any more")]


def test_talk_before_the_start_and_after_the_end_is_told_too(
    harbour: Harbour, players: list[User], open_table: BeginMatch, begin_match: BeginMatch
) -> None:
    anna, ben, _ = players
    tell(open_table([anna, ben]), anna, "Shall we?", seat=1)
    over = begin_match([anna, ben])
    settle_all(timezone.now())
    give_up_seat(match_id=over.pk, player=ben, key="resign")
    settle_all(timezone.now())
    tell(over, anna, "Well played", seat=1)
    make_all_due()
    relay_outbox()
    assert [("Well played" in each.text) for each in harbour.to(ben.email)] == [True]


def test_talk_takes_no_letter_about_moves_from_anybody(harbour: Harbour, match: Match, players: list[User]) -> None:
    anna, ben, _ = players
    for _ in range(MOST_PER_HOUR):
        row = post(match, Kind.PRIVATE_TALK, 1, recipient_id=ben.pk)
        OutboxMail.objects.filter(pk=row.pk).update(state=State.SENT, settled_at=timezone.now())
    play(match, anna, "pass")
    tell(match, anna, seat=1)
    make_all_due()
    relay_outbox()
    assert [each.subject.split(":")[0] for each in harbour.to(ben.email)] == ["Your move"]
    assert OutboxMail.objects.get(kind=Kind.PRIVATE_TALK, state=State.WAITING).reason == "enough letters for this hour"


def test_a_letter_about_many_messages_costs_as_many_queries_as_one_about_one(match: Match, players: list[User]) -> None:
    costs = []
    for count in (1, 10):
        for _ in range(count):
            tell(match, players[0], seat=1)
        make_all_due()
        with CaptureQueriesContext(connection) as queries:
            assert relay_outbox() == 1
        costs.append(len(queries))
    assert costs[0] == costs[1]
    assert len(post_box.outbox) == 2
