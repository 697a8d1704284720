"""What is no word is the same in every language: drawings, forms, notation, addresses, and what the API answers."""

from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.models import Match
from pirates.registry import GAMES
from tests.conftest import BeginMatch, MakePeople
from tests.games.web.tables import signed_in
from tests.games.web.test_replay_every_game import step

pytestmark = pytest.mark.django_db

MOVES = 14
READ = {"aria-label", "aria-description", "alt", "title", "placeholder", "content", "lang", "label", "aria-current"}
FRESH = {"csrfmiddlewaretoken", "key"}
OTHERS = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


class Wordless(HTMLParser):
    """Keeps of a page every element with the attributes that nobody reads."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[object, ...]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element."""
        kept = {name: value for name, value in attrs if name not in READ and not name.startswith("data-")}
        if kept.get("name") in FRESH:
            kept.pop("value", None)
        self.elements.append((tag, *sorted(kept.items(), key=str)))


def wordless(browser: Client, address: str) -> list[tuple[object, ...]]:
    """Return what a page consists of, without its words; without the foot, where its language is marked."""
    reader = Wordless()
    reader.feed(browser.get(address).content.decode().partition('<footer class="foot"')[0])
    return reader.elements


def in_each_language(person: User) -> Iterator[str]:
    """Have the account speak one language after the other."""
    for code in OTHERS:
        User.objects.filter(pk=person.pk).update(language=code)
        yield code


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def anna(players: list[User]) -> User:
    return players[0]


@pytest.fixture(params=sorted(GAMES))
def match(request: pytest.FixtureRequest, players: list[User], begin_match: BeginMatch) -> Match:
    begun = begin_match(players, game=request.param)
    for _ in range(MOVES):
        step(begun, players)
    return begun


def test_a_table_is_drawn_and_a_form_sends_the_same_in_every_language(match: Match, anna: User) -> None:
    browser, addresses = signed_in(anna), (f"/m/{match.pk}/", f"/m/{match.pk}/replay/{MOVES // 2}/")
    for address in addresses:
        User.objects.filter(pk=anna.pk).update(language="en")
        english = wordless(browser, address)
        assert len(english) > 50
        for language in in_each_language(anna):
            assert wordless(browser, address) == english, (language, address)


def test_a_program_gets_the_same_view_and_moves_in_every_language(match: Match, anna: User) -> None:
    browser = signed_in(anna)
    told = [browser.get(f"/api/v1/matches/{match.pk}/{part}").content for part in ("", "moves/")]
    for language in in_each_language(anna):
        assert [browser.get(f"/api/v1/matches/{match.pk}/{part}").content for part in ("", "moves/")] == told, language
