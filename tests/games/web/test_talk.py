"""Talk by page: who may speak where, what is kept when something is refused, and that looking changes nothing."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Match, Message, MutedTalk, Notes
from games.selectors.people.messages import TALK_OUTLASTS_MATCH
from games.services.people.messages import MOST_IN_TALK, keep_notes, set_muted
from games.services.tables.seats import give_up_seat
from games.web.match.talk import MOST_ON_PAGE
from games.web.match.talk_panel import NEWEST_SAID
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.talking import tell
from tests.games.web.tables import HOST_BEGINS, Form, forms_of, page_of, play, signed_in

pytestmark = pytest.mark.django_db

PAYLOADS = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7|add:7 }}{% now 'Y' %}", "'--><b>")


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(begin_match: BeginMatch, players: list[User]) -> Match:
    return begin_match(players, bots=1, options=HOST_BEGINS)


def form_to(page: str, action: str) -> Form:
    """Return the form of a page that goes to this address."""
    return next(form for form in forms_of(page) if form.action == action)


def shown(page: str) -> list[str]:
    """Return the names, marks and words of the messages on a page, in order."""
    rows = re.findall(r'<div>\s*<p class="dim">(.*?)</p>\s*<p>(.*?)</p>', page, re.DOTALL)
    return [" ".join(f"{re.sub('<[^>]+>', '', who).partition('·')[0]}: {words}".split()) for who, words in rows]


def post(person: User, address: str, **fields: str) -> int:
    """Send a form and return the status."""
    return signed_in(person).post(address, fields).status_code


def test_what_is_said_with_the_form_of_the_match_page_stands_there_newest_last(
    match: Match, players: list[User]
) -> None:
    anna, ben, _ = players
    address = f"/m/{match.pk}/talk/"
    for person, words in ((anna, "Ahoy"), (ben, "Ahoy\r\nyourself")):
        form = form_to(page_of(match, person), address)
        answer = signed_in(person).post(form.action, {**form.fields(), "text": words})
        assert (answer.status_code, answer["Location"]) == (302, f"/m/{match.pk}/#talk")
    assert shown(page_of(match, anna)) == ["Demo Anna (you) : Ahoy", "Demo Ben : Ahoy<br>yourself"]
    assert shown(page_of(match, None)) == ["Demo Anna : Ahoy", "Demo Ben : Ahoy<br>yourself"]


def test_a_double_click_says_it_once(match: Match, players: list[User]) -> None:
    browser = signed_in(players[0])
    form = form_to(page_of(match, players[0]), f"/m/{match.pk}/talk/")
    for _ in range(2):
        assert browser.post(form.action, {**form.fields(), "text": "Ahoy"}).status_code == 302
    assert Message.objects.count() == 1


def test_private_talk_has_a_page_for_its_two_persons(match: Match, players: list[User]) -> None:
    anna, ben, cleo = players
    page = signed_in(anna).get(f"/m/{match.pk}/talk/1/").content.decode()
    assert "In private with Demo Ben" in page
    form = form_to(page, f"/m/{match.pk}/talk/1/")
    answer = signed_in(anna).post(form.action, {**form.fields(), "text": "Rob Cleo next"})
    assert answer["Location"] == f"/m/{match.pk}/talk/1/#newest"
    seen = signed_in(ben).get(f"/m/{match.pk}/talk/0/").content.decode()
    assert shown(seen) == ["Demo Anna : Rob Cleo next"]
    assert "Rob Cleo next" not in page_of(match, ben)
    for seat in (0, 1):
        assert "Rob" not in signed_in(cleo).get(f"/m/{match.pk}/talk/{seat}/").content.decode()


def test_the_match_page_counts_what_is_new_and_links_to_people_only(match: Match, players: list[User]) -> None:
    anna, ben, _ = players
    assert "badge" not in page_of(match, anna).partition('id="talk"')[2]
    tell(match, ben)
    for _ in range(2):
        tell(match, ben, seat=0)
    panel = page_of(match, anna).partition('id="talk"')[2]
    assert re.findall(r'class="badge">(\d)<', panel) == ["1", "2"]
    assert re.findall(rf"/m/{match.pk}/talk/(\d)/", panel) == ["1", "2"]
    tell(match, anna)
    tell(match, anna, seat=1)
    assert "badge" not in page_of(match, anna).partition('id="talk"')[2]
    assert "badge" not in page_of(match, None).partition('id="talk"')[2]


@pytest.mark.parametrize(
    ("seat", "status", "sentence"),
    [("0", 409, "your own seat"), ("3", 409, "a bot"), ("9", 400, "no such seat"), ("9" * 30, 400, "no such seat")],
)
def test_a_seat_without_anybody_else_has_no_private_talk(
    match: Match, players: list[User], seat: str, status: int, sentence: str
) -> None:
    for answer in (
        signed_in(players[0]).get(f"/m/{match.pk}/talk/{seat}/"),
        signed_in(players[0]).post(f"/m/{match.pk}/talk/{seat}/", {"text": "Ahoy"}),
        signed_in(players[0]).post(f"/m/{match.pk}/talk/{seat}/mute/"),
    ):
        assert answer.status_code == status
        assert sentence in answer.content.decode()
    assert not Message.objects.exists()
    assert not MutedTalk.objects.exists()


def test_a_spectator_reads_the_table_and_speaks_nowhere(match: Match, people: MakePeople, players: list[User]) -> None:
    stranger = people("Dario")[0]
    tell(match, players[0], "Ahoy")
    for reader in (stranger, None):
        page = signed_in(reader).get(f"/m/{match.pk}/talk/").content.decode()
        assert shown(page) == ["Demo Anna : Ahoy"]
        assert "<textarea" not in page + page_of(match, reader)
    for address in ("talk/", "talk/0/", "talk/mute/", "talk/0/mute/"):
        assert post(stranger, f"/m/{match.pk}/{address}", text="Hello") == 403
    assert signed_in(stranger).get(f"/m/{match.pk}/talk/0/").status_code == 403
    assert Message.objects.count() == 1


def test_a_private_match_has_no_talk_for_strangers(
    begin_match: BeginMatch, players: list[User], people: MakePeople
) -> None:
    match, stranger = begin_match(players, is_private=True), people("Dario")[0]
    for address in ("talk/", "talk/0/", "talk/mute/", "talk/0/mute/", "notes/"):
        assert post(stranger, f"/m/{match.pk}/{address}", text="Hello") == 404
    for address in ("talk/", "talk/0/", "notes/"):
        assert signed_in(stranger).get(f"/m/{match.pk}/{address}").status_code == 404
    assert Client().get(f"/m/{match.pk}/talk/").status_code == 404


def test_signed_out_speaking_leads_to_signing_in(match: Match) -> None:
    for address in ("talk/", "talk/0/", "talk/mute/", "talk/0/mute/", "notes/"):
        answer = Client().post(f"/m/{match.pk}/{address}", {"text": "Hello"})
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/?next=")
    assert not Message.objects.exists()


def test_what_is_refused_stays_in_the_form(match: Match, players: list[User]) -> None:
    anna, text = players[0], "x" * 1001
    for address in ("talk/", "talk/1/"):
        answer = signed_in(anna).post(f"/m/{match.pk}/{address}", {"text": text})
        assert answer.status_code == 400
        assert "at most 1000 characters" in answer.content.decode()
        assert f">{text}</textarea>" in answer.content.decode()
    for _ in range(MOST_IN_TALK):
        tell(match, anna)
    answer = signed_in(anna).post(f"/m/{match.pk}/talk/", {"text": "Once more"})
    assert answer.status_code == 429
    assert ">Once more</textarea>" in answer.content.decode()
    play(match, anna, "pass")


def test_after_a_fortnight_the_talk_is_closed_and_says_so(begin_match: BeginMatch, players: list[User]) -> None:
    anna, ben, _ = players
    match = begin_match([anna, ben])
    give_up_seat(match_id=match.pk, player=ben, key="resign")
    tell(match, ben, "Well played")
    assert 'id="say"' in page_of(match, anna)
    with time_machine.travel(timezone.now() + TALK_OUTLASTS_MATCH + timedelta(minutes=1)):
        for address in ("", "talk/", "talk/1/"):
            page = signed_in(anna).get(f"/m/{match.pk}/{address}").content.decode()
            assert "its talk is closed" in page
            assert 'id="say"' not in page
        assert shown(page_of(match, anna)) == ["Demo Ben : Well played"]
        assert post(anna, f"/m/{match.pk}/talk/", text="Late") == 409


def test_a_talk_is_muted_and_heard_again_with_its_button(match: Match, players: list[User]) -> None:
    anna, ben, _ = players
    tell(match, ben, "Blah")
    tell(match, ben, "Psst", seat=0)
    before = [signed_in(ben).get(f"/m/{match.pk}/{each}").content for each in ("talk/", "talk/0/")]
    for address in ("talk/", "talk/1/"):
        muting = f"/m/{match.pk}/{address}mute/"
        form_to(signed_in(anna).get(f"/m/{match.pk}/{address}").content.decode(), muting)
        assert post(anna, muting) == 302
        page = signed_in(anna).get(f"/m/{match.pk}/{address}").content.decode()
        assert "You have muted this talk" in page
        assert shown(page) == []
    after = [signed_in(ben).get(f"/m/{match.pk}/{each}").content for each in ("talk/", "talk/0/")]
    assert [without_tokens(each) for each in before] == [without_tokens(each) for each in after]
    assert "muted" in page_of(match, anna)
    for address in ("talk/", "talk/1/"):
        assert post(anna, f"/m/{match.pk}/{address}mute/", again="1") == 302
    assert shown(page_of(match, anna)) == ["Demo Ben : Blah"]


def without_tokens(page: bytes) -> str:
    """Return a page without what is drawn afresh for each answer."""
    return re.sub(r'name="(?:csrfmiddlewaretoken|key)"\s+value="[^"]*"', "", page.decode())


def test_notes_are_kept_shown_and_not_lost_to_another_tab(match: Match, players: list[User]) -> None:
    anna, ben, _ = players
    form = form_to(page_of(match, anna), f"/m/{match.pk}/notes/")
    answer = signed_in(anna).post(form.action, {**form.fields(), "text": "Ben took 3\r\nand 7"})
    assert (answer.status_code, answer["Location"]) == (302, f"/m/{match.pk}/#notes")
    assert ">Ben took 3\nand 7</textarea>" in page_of(match, anna)
    answer = signed_in(anna).post(form.action, {**form.fields(), "text": "Cleo took 5"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert ">Cleo took 5</textarea>" in page
    assert "Ben took 3<br>and 7" in page
    again = form_to(page, form.action)
    assert signed_in(anna).post(again.action, {**again.fields(), "text": "Cleo took 5"}).status_code == 302
    assert Notes.objects.get().text == "Cleo took 5"
    assert "took" not in page_of(match, ben)
    assert post(anna, form.action, text="x" * 10_001) == 400


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_people_type_is_plain_text_on_every_page(match: Match, players: list[User], payload: str) -> None:
    anna, ben, _ = players
    link = "see http://evil.example/win"
    tell(match, anna, f"{payload} {link}")
    tell(match, anna, f"{payload} {link}", seat=1)
    keep_notes(match_id=match.pk, person=ben, text=f"</textarea>{payload}")
    for address in ("", "talk/", "talk/0/", "notes/", "live/"):
        page = signed_in(ben).get(f"/m/{match.pk}/{address}").content.decode()
        assert payload not in page
        assert "</textarea>&lt;" not in page
        assert "http://evil" not in "".join(re.findall(r'(?:href|src)="([^"]*)"', page))
        assert not re.search(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=", page.replace("onerror=alert", ""))
    refused = signed_in(anna).post(f"/m/{match.pk}/talk/1/", {"text": payload * 200})
    assert refused.status_code == 400
    assert payload not in refused.content.decode()


def test_earlier_pages_hold_everything_once(match: Match, players: list[User]) -> None:
    for number in range(MOST_ON_PAGE + 5):
        with time_machine.travel(timezone.now() + timedelta(hours=number)):
            tell(match, players[0], f"word {number}")
    page = signed_in(None).get(f"/m/{match.pk}/talk/").content.decode()
    assert len(shown(page)) == MOST_ON_PAGE
    earlier = re.search(r'href="([^"]+\?before=\d+)"', page)
    assert earlier
    older = signed_in(None).get(earlier[1]).content.decode()
    assert [*shown(older), *shown(page)] == [f"Demo Anna : word {number}" for number in range(MOST_ON_PAGE + 5)]
    assert len(shown(page_of(match, None))) == NEWEST_SAID
    for odd in ("x", "-1", "9" * 40, "0", "٣"):
        assert signed_in(None).get(f"/m/{match.pk}/talk/", {"before": odd}).status_code == 200


def test_looking_changes_nothing(match: Match, players: list[User]) -> None:
    tell(match, players[1], seat=0)
    tables = (Match, Message, MutedTalk, Notes)
    before = [list(each.objects.order_by("pk").values()) for each in tables]
    for address in ("", "talk/", "talk/1/", "notes/", "talk/mute/", "talk/1/mute/"):
        answer = signed_in(players[0]).get(f"/m/{match.pk}/{address}")
        assert answer.status_code == (405 if "mute" in address else 200)
    assert [list(each.objects.order_by("pk").values()) for each in tables] == before


def test_the_pages_cost_the_same_however_much_was_said_and_whoever_said_it(match: Match, players: list[User]) -> None:
    anna, ben, cleo = players
    browser, costs = signed_in(anna), []
    for count in (1, 12):
        for _ in range(count):
            for author, seat in ((ben, None), (cleo, None), (ben, 0), (cleo, 0)):
                tell(match, author, seat=seat)
        if count > 1:
            set_muted(match_id=match.pk, person=anna, seat=2, is_muted=True)
        made = []
        for address in ("", "talk/", "talk/1/", "notes/"):
            with CaptureQueriesContext(connection) as queries:
                browser.get(f"/m/{match.pk}/{address}")
            made.append(len(queries))
        costs.append(made)
    assert costs[0] == costs[1]
