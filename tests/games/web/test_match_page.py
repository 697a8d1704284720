"""The match page: who sees what of it, in whose time, and how it is kept."""

import re
from datetime import datetime

import pytest
from django.test import Client

from accounts.models import User
from games.models import Deadline, LogEntry, Match, OutboxMail, Seat
from games.services.tables.bots import play_waiting_bots
from pirates.capitan_bacon.pieces import Card
from tests.conftest import BeginMatch, MakePeople
from tests.games.web.tables import HOST_BEGINS, page_of, play, reading, signed_in

pytestmark = pytest.mark.django_db

PAYLOADS = ("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7|add:7 }}{% now 'Y' %}", "'--><b>")


@pytest.fixture
def anna(people: MakePeople) -> User:
    return people("Anna")[0]


@pytest.fixture
def ben(people: MakePeople) -> User:
    return people("Ben")[0]


@pytest.fixture
def match(begin_match: BeginMatch, anna: User, ben: User) -> Match:
    return begin_match([anna, ben], options=HOST_BEGINS)


def test_the_page_says_whose_move_it_is_and_until_when(match: Match, anna: User, ben: User) -> None:
    assert "It is your move." in page_of(match, anna)
    assert re.search(r"Waiting for <strong>Demo Anna</strong>, until <time", page_of(match, ben))
    assert re.search(r"Waiting for <strong>Demo Anna</strong>, until <time", page_of(match, None))


def test_a_page_shows_the_hand_of_its_reader_and_no_other(match: Match, anna: User, ben: User) -> None:
    hands = {person: [card.label for card in reading(match, person).view.hand] for person in (anna, ben)}
    for person, hand in hands.items():
        shown = re.search(r'id="hand">Your hand</h2>\s*<ul class="hand">(.*?)</ul>', page_of(match, person), re.DOTALL)
        assert shown
        assert re.findall(r">([^<]+)</li>", shown[1]) == hand
    assert "Your hand" not in page_of(match, None)
    assert 'class="moves"' not in page_of(match, None)


def test_a_spectators_page_does_not_depend_on_hidden_cards(match: Match, anna: User, ben: User) -> None:
    page = page_of(match, None)
    public = {card.label for card in (reading(match, None).view.top_card,)}
    board = page[page.index('class="board"') : page.index('id="who"')]
    named = {card.label for card in Card if f">{card.label}<" in board}
    assert named == public


def test_after_a_move_the_page_tells_what_happened_since(match: Match, anna: User, ben: User) -> None:
    play(match, anna, "pass")
    play(match, ben, "pass")
    page = page_of(match, anna)
    since = page[page.index('id="since"') : page.index("</section>", page.index('id="since"'))]
    assert "Demo Ben passes." in since
    assert "You pass." not in since


def test_a_private_match_is_not_there_for_strangers(
    begin_match: BeginMatch, anna: User, ben: User, people: MakePeople
) -> None:
    match = begin_match([anna, ben], is_private=True)
    for browser in (Client(), signed_in(people("Cleo")[0])):
        for address in ("", "log/"):
            answer = browser.get(f"/m/{match.pk}/{address}")
            assert answer.status_code == 404
            assert "Demo match" not in answer.content.decode()
    stranger = signed_in(User.objects.get(name="Demo Cleo"))
    for address in ("moves/", "seats/", "bots/", "start/", "call-off/", "leave/", "invitations/"):
        assert stranger.post(f"/m/{match.pk}/{address}", {"key": "1"}).status_code == 404
    assert stranger.get(f"/m/{match.pk}/preview/").status_code == 404
    assert signed_in(ben).get(f"/m/{match.pk}/").status_code == 200


def test_signed_out_a_page_that_is_not_there_offers_to_sign_in_and_come_back(match: Match) -> None:
    page = Client().get("/m/nothing/?answer=1").content.decode()
    assert "/accounts/login/?next=/m/nothing/%3Fanswer%3D1" in page


@pytest.mark.parametrize("zone", ["Pacific/Honolulu", "Asia/Kolkata", "Pacific/Kiritimati", "America/St_Johns"])
def test_deadlines_are_shown_in_the_readers_zone_named_and_mean_one_instant(
    match: Match, anna: User, zone: str
) -> None:
    User.objects.filter(pk=anna.pk).update(time_zone=zone)
    due = Deadline.objects.get(match=match).due_at
    page = page_of(match, User.objects.get(pk=anna.pk))
    shown = re.search(r'by <time datetime="([^"]+)">([^<]+)</time>', page)
    assert shown
    assert datetime.fromisoformat(shown[1]) == due.replace(microsecond=0)
    assert zone.replace("_", " ") in shown[2]
    assert "UTC" in shown[2]


def test_signed_out_times_are_labelled_utc(match: Match) -> None:
    page = Client().get(f"/m/{match.pk}/").content.decode()
    assert all("(UTC)" in shown for shown in re.findall(r"<time [^>]*>([^<]*)</time>", page))


@pytest.mark.parametrize("payload", PAYLOADS)
def test_titles_and_names_are_shown_as_plain_text_everywhere(
    begin_match: BeginMatch, anna: User, ben: User, payload: str
) -> None:
    match = begin_match([anna, ben], options=HOST_BEGINS)
    Match.objects.filter(pk=match.pk).update(title=payload)
    User.objects.filter(pk=anna.pk).update(name=payload)
    browser = signed_in(User.objects.get(pk=anna.pk))
    decision = f"decision={reading(match, anna).decisions[0].key}&w=pass"
    for address in ("", "log/", "leave/", f"preview/?{decision}"):
        page = browser.get(f"/m/{match.pk}/{address}").content.decode()
        assert payload not in page
    for address in ("/", "/matches/", "/tables/", "/account/"):
        assert payload not in browser.get(address).content.decode()
    refused = browser.post(f"/m/{match.pk}/moves/", {"decision": payload, "w": payload, "key": payload})
    assert payload not in refused.content.decode()


def test_personal_pages_are_kept_by_no_cache(match: Match, anna: User) -> None:
    browser = signed_in(anna)
    for address in (f"/m/{match.pk}/", f"/m/{match.pk}/log/", "/matches/", "/account/", "/account/keys/"):
        answer = browser.get(address)
        assert set(answer["Cache-Control"].replace(" ", "").split(",")) >= {"private", "no-store"}
        assert "script-src 'self'" in answer["Content-Security-Policy"]


def test_pages_hold_no_style_and_no_script_of_their_own(match: Match, anna: User) -> None:
    for address in (f"/m/{match.pk}/", "/", "/account/", "/tables/new/", "/accounts/login/", "/accounts/email/"):
        page = signed_in(anna).get(address).content.decode()
        assert not re.search(r"<style|<script(?! src=)|\sstyle=|\son\w+=", page), address


def test_reading_pages_changes_nothing(match: Match, anna: User) -> None:
    tables = (Match, Seat, Deadline, LogEntry, OutboxMail)
    before = [list(each.objects.order_by("pk").values()) for each in tables]
    browser = signed_in(anna)
    for address in (
        "",
        "log/",
        "leave/",
        "moves/",
        "preview/?decision=x&w=pass",
        "seats/",
        "bots/",
        "start/",
        "call-off/",
    ):
        for _ in range(2):
            browser.get(f"/m/{match.pk}/{address}")
            browser.head(f"/m/{match.pk}/{address}")
    assert [list(each.objects.order_by("pk").values()) for each in tables] == before


def test_a_match_that_is_over_shows_the_outcome_and_all_hands(begin_match: BeginMatch, anna: User) -> None:
    match = begin_match([anna], bots=1, options=HOST_BEGINS)
    for _ in range(3000):
        now = reading(match, anna)
        if now.outcome is not None:
            break
        if now.own_question is None:
            play_waiting_bots()
        else:
            play(match, anna, {"turn": "pass", "mirror": "no mirror", "ballast": "arrange lots"}[now.own_question.kind])
    page = page_of(match, None)
    assert "The match is over" in page
    assert "All hands" in page
    assert "Waiting for" not in page
    assert "It is your move" not in page_of(match, anna)


def test_help_and_fairness_can_be_read_by_anybody(match: Match) -> None:
    for address in (f"/help/{match.game}/", "/fairness/", "/"):
        assert Client().get(address).status_code == 200
    assert Client().get("/help/chess/").status_code == 404
