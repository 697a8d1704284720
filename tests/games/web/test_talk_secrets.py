"""Nobody but its two persons gets one byte of private talk, and nobody but their author one of notes."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib import admin
from django.core import mail as post_box
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.settings import api_settings

from accounts.models import User
from games.models import Match, Message, MutedTalk, Notes
from games.notifications.relay import relay_outbox
from games.services.people.messages import keep_notes, set_muted
from games.services.tables.seats import give_up_seat
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.talking import tell
from tests.games.mail.desk import make_all_due, play
from tests.games.web.tables import HOST_BEGINS, signed_in

pytestmark = pytest.mark.django_db

SAID, ANSWERED, NOTED = "Tarragona", "Maracaibo", "Windlass"
SECRETS = {SAID, ANSWERED, NOTED}
TALKS = ("talk/", "talk/0/", "talk/1/", "talk/2/", "notes/")
PAGES = ("", "log/", "live/", "leave/", "moves/", "preview/", "keep/", "notation.txt", "replay/", "replay/4/", *TALKS)
CALLS = (
    "",
    "moves/",
    "log/",
    "export/",
    "at/4/",
    "messages/",
    "notes/",
    *(f"messages/?with={seat}" for seat in range(4)),
)
ROLES = ("Anna", "Ben", "Cleo", "spectator", "staff", "signed out")
KNOWN = {"Anna": {SAID, ANSWERED, NOTED}, "Ben": {SAID, ANSWERED}}
"""What each role may read of SECRETS; the others nothing."""


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api_settings, "DEFAULT_THROTTLE_RATES", {"read": "1000000/min", "write": "1000000/min"})


@pytest.fixture
def still() -> Iterator[None]:
    with time_machine.travel(datetime(2031, 5, 1, 12, tzinfo=UTC), tick=False):
        yield


@pytest.fixture
def browsers(people: MakePeople) -> dict[str, Client]:
    anna, ben, cleo, stranger, staff = people("Anna", "Ben", "Cleo", "Dario", "Edda")
    User.objects.filter(pk=staff.pk).update(is_staff=True, is_superuser=True)
    persons = (anna, ben, cleo, stranger, User.objects.get(pk=staff.pk), None)
    return {role: signed_in(person) for role, person in zip(ROLES, persons, strict=True)}


@pytest.fixture
def match(browsers: dict[str, Client], begin_match: BeginMatch) -> Match:
    return begin_match([person(name) for name in ("Anna", "Ben", "Cleo")], options=HOST_BEGINS)


def person(name: str) -> User:
    return User.objects.get(name=f"Demo {name}")


def talk_in_private(match: Match) -> None:
    """Let Anna and Ben talk, Anna mute Ben, and Anna take a note."""
    anna, ben = person("Anna"), person("Ben")
    for _ in range(3):
        tell(match, anna, f"{SAID} at dawn", seat=1)
        tell(match, ben, f"{ANSWERED} is better", seat=0)
    keep_notes(match_id=match.pk, person=anna, text=f"The {NOTED} is mine")


def addresses(match: Match) -> list[str]:
    """Return every page and call about a match, and the lists."""
    pages = [f"/m/{match.pk}/{part}" for part in PAGES] + ["/", "/matches/", "/tables/", "/account/", "/matches/live/"]
    return pages + [f"/api/v1/matches/{match.pk}/{part}" for part in CALLS] + ["/api/v1/matches/", "/api/v1/me/"]


def given_to(browser: Client, match: Match) -> list[str]:
    """Return all that a role is given, headers and bodies, without what is drawn afresh for each answer."""
    answers = [browser.get(address) for address in addresses(match)]
    told = [f"{each.status_code} {each.headers} {each.content.decode()}" for each in answers]
    return [re.sub(r'(csrfmiddlewaretoken|name="key")\W+value="[^"]*"', "", each) for each in told]


@pytest.mark.parametrize("role", ROLES)
def test_each_role_finds_the_words_that_are_for_it_and_no_others(
    role: str, browsers: dict[str, Client], match: Match
) -> None:
    talk_in_private(match)
    told = " ".join(given_to(browsers[role], match))
    assert {word for word in SECRETS if word in told} == KNOWN.get(role, set())


@pytest.mark.parametrize("role", ROLES[2:])
def test_private_talk_changes_no_byte_of_what_others_are_given(
    role: str, browsers: dict[str, Client], match: Match, still: None
) -> None:
    tell(match, person("Anna"), "Ahoy")
    before = given_to(browsers[role], match)
    talk_in_private(match)
    set_muted(match_id=match.pk, person=person("Anna"), seat=2, is_muted=True)
    assert given_to(browsers[role], match) == before
    tell(match, person("Ben"), "Ahoy yourself")
    assert given_to(browsers[role], match) != before


def test_what_is_said_in_private_leaves_no_gap_in_what_is_said_aloud(match: Match, browsers: dict[str, Client]) -> None:
    numbers = []
    for _ in range(3):
        numbers.append(tell(match, person("Cleo")).number)
        talk_in_private(match)
    assert numbers == [1, 2, 3]


def test_the_end_of_the_match_opens_no_talk_and_the_export_holds_none(
    browsers: dict[str, Client], match: Match
) -> None:
    talk_in_private(match)
    tell(match, person("Anna"), "Oarlocks")
    for name in ("Ben", "Cleo"):
        give_up_seat(match_id=match.pk, player=person(name), key="resign")
    assert Match.objects.get().status == Match.Status.OVER
    for role in ROLES:
        told = " ".join(given_to(browsers[role], match))
        assert {word for word in SECRETS if word in told} == KNOWN.get(role, set())
    for role in ROLES[:-1]:
        export = browsers[role].get(f"/api/v1/matches/{match.pk}/export/").content.decode()
        keepsake = browsers[role].get(f"/m/{match.pk}/keep/").content.decode()
        assert not [word for word in (*SECRETS, "Oarlocks") if word in export + keepsake]


def test_letters_take_it_to_its_reader_alone(match: Match, browsers: dict[str, Client]) -> None:
    anna, ben, cleo = (person(name) for name in ("Anna", "Ben", "Cleo"))
    tell(match, anna, SAID, seat=1)
    play(match, anna, "pass")
    play(match, ben, "pass")
    tell(match, cleo, "Hm", seat=0)
    give_up_seat(match_id=match.pk, player=cleo, key="resign")
    make_all_due()
    relay_outbox()
    with time_machine.travel(timezone.now() + timedelta(days=2)):
        make_all_due()
        relay_outbox()
    letters = [each for each in post_box.outbox if isinstance(each, EmailMultiAlternatives)]
    raw = [(each.to[0], each.subject + str(each.body) + str(each.alternatives[0][0])) for each in letters]
    assert {reader for reader, _ in raw} == {anna.email, ben.email, cleo.email}
    assert [reader for reader, told in raw if SAID in told] == [ben.email]


def test_the_admin_pages_count_and_do_not_tell(match: Match, browsers: dict[str, Client]) -> None:
    talk_in_private(match)
    told = []
    for kind in admin.site._registry:
        info = f"admin:{kind._meta.app_label}_{kind._meta.model_name}"
        pks = kind._default_manager.values_list("pk", flat=True)[:20]
        for page in (reverse(f"{info}_changelist"), *(reverse(f"{info}_change", args=[pk]) for pk in pks)):
            answer = browsers["staff"].get(page)
            assert answer.status_code == 200
            told.append(answer.content.decode())
    assert not [word for word in SECRETS for page in told if word in page]
    assert not {Message, MutedTalk, Notes} & set(admin.site._registry)
    shown = browsers["staff"].get(reverse("admin:games_match_change", args=[match.pk])).content.decode()
    assert re.search(r"Messages said.*?>\s*6\s*<", shown, re.DOTALL)


def test_a_live_page_learns_of_new_words_that_are_for_its_reader(match: Match, browsers: dict[str, Client]) -> None:
    tags = {role: browsers[role].get(f"/m/{match.pk}/live/")["ETag"] for role in ROLES}

    def who_hears() -> list[str]:
        hearing = []
        for role in ROLES:
            answer = browsers[role].get(f"/m/{match.pk}/live/", headers={"If-None-Match": tags[role]})
            tags[role] = answer["ETag"]
            hearing += [role] * (answer.status_code == 200)
        return hearing

    tell(match, person("Anna"), "Psst", seat=1)
    assert who_hears() == ["Ben"]
    tell(match, person("Anna"), "Ahoy")
    assert who_hears() == [*ROLES]
    assert who_hears() == []
