"""Every exit of the service, found by itself: pages, API, desk and letters, and what one reader is given at each."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from django.core.cache import cache as kept
from django.db import transaction
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.api_keys import issue_api_key
from accounts.models import User
from games.logbook import store
from games.models import Match
from games.projections.write import open_decisions
from games.services.clocks.calendar_feeds import address_of, open_feed
from pirates.seats import Seat
from tests.games.core.twins_worlds import Chance

EXCUSED = {
    "admin/": "shows kinds and counts to staff; tests/games/test_admin.py reads every page for secrets",
    "accounts/": "signing in knows no match",
    "metrics": "counts of the process, for machines",
    "desk/workers/": "asks the workers what they do, and waits for them",
    "hooks/mail/": "is told things, and answers with a number",
    "post/": "every mailbox of a local site, for whoever runs it on the own machine",
    "api/v1/schema/": "the same document for everybody",
    "api/v1/docs/": "the same page for everybody",
    "api/v1/^": "an address that is none",
}
"""Exits that are not compared, by the beginning of their address, and why."""

QUERIES = {
    "m/<slug:match_id>/preview/": ("?decision={asked}&w=pass", "?decision={asked}&w=nonsense"),
    "m/<slug:match_id>/replay/<int:position>/": ("", "?open=1&seat=2", "?with=3"),
    "desk/<slug:match_id>/": ("", "?position=3&seat=1"),
    "api/v1/matches/": ("", "?mine", "?to_move", "?open"),
    "api/v1/matches/<slug:match_id>/messages/": ("", "?with=0", "?with=1", "?with=2"),
}
BODIES: dict[str, tuple[dict[str, Any], ...]] = {
    "m/<slug:match_id>/moves/": ({"decision": "{asked}", "w": "nonsense"}, {"decision": "1.1:turn", "w": "pass"}),
    "m/<slug:match_id>/queued/": ({"w": "pass"}, {"w": "nonsense"}),
    "api/v1/matches/<slug:match_id>/moves/": (
        {"decision": "{asked}", "notation": "nonsense"},
        {"decision": "1.1:turn", "notation": "pass"},
    ),
    "api/v1/matches/<slug:match_id>/queued/": ({"notation": "pass"}, {"notation": "nonsense"}),
    "api/v1/matches/<slug:match_id>/messages/": ({"text": "Ahoy"},),
    "api/v1/matches/<slug:match_id>/disputes/": ({"position": 3, "text": "No!"},),
}
"""What is asked or sent besides what every exit is asked and sent: nothing."""


def addresses() -> Iterator[str]:
    """Yield every address of the site as its pattern is written."""
    yield from _below(get_resolver().url_patterns, "")


def _below(patterns: Any, prefix: str) -> Iterator[str]:
    for each in patterns:
        written = prefix + str(each.pattern).removeprefix("^")
        if isinstance(each, URLResolver):
            yield from _below(each.url_patterns, written)
        elif isinstance(each, URLPattern):
            yield prefix + "^" if str(each.pattern) == "^" else written


@cache
def compared() -> list[str]:
    """Return the addresses that are compared."""
    return [each for each in dict.fromkeys(addresses()) if not each.startswith(tuple(EXCUSED))]


class Exits:
    """What a reader is given: by page and API signed in as `person`, or as a stranger's browser where it is None."""

    def __init__(self, match: Match, person: User | None, seat: Seat | None, chance: Chance) -> None:
        self.match, self.person, self.seat, self.chance = match, person, seat, chance
        self.browser, self.program = Client(raise_request_exception=False), Client(raise_request_exception=False)
        self.feed = "x" * 26
        if person is not None:
            chance.begin("sign in")
            self.browser.force_login(person)
            key = issue_api_key(user=person, name="twins")[1]
            self.program = Client(raise_request_exception=False, headers={"Authorization": f"Bearer {key}"})
            self.feed = feed_token(person)
        self.know(match)

    def know(self, match: Match) -> None:
        """Take up what an address and a form need of the match as it stands."""
        book = store.open_book(match.pk)
        asked = [each.key for each in open_decisions(book) if each.seat is not None and each.seat == self.seat]
        self.words = {
            "match_id": match.pk, "slug": match.game, "position": max(match.position - 1, 1), "number": 1, "seat": 2,
            "token": self.feed, "ref": self.person.ref.hex if self.person else "x", "kind": "your_move",
            "asked": (*asked, "x")[0], "block_id": 1, "absence_id": 1, "key_id": 999, "box": "x", "key": "x",
        }  # fmt: skip

    def look(self, beginnings: tuple[str, ...] = ("",)) -> dict[str, bytes]:
        """Return what each compared address that begins so answers to a look."""
        asked = [
            (each, query) for each in compared() for query in QUERIES.get(each, ("",)) if each.startswith(beginnings)
        ]
        return {f"GET {address}{query}": self.get(address, query) for address, query in asked}

    def send(self) -> dict[str, bytes]:
        """Return what each address of a match, but for the desk, answers to an empty form and to what else is sent."""
        of_match = [each for each in compared() if "<slug:match_id>" in each and not each.startswith("desk/")]
        sent = [(each, body) for each in of_match for body in ({}, *BODIES.get(each, ()))]
        return {f"POST {address} {body}": self.post(address, body) for address, body in sent}

    def get(self, address: str, query: str = "", **headers: str) -> bytes:
        """Return the whole answer to a look, which undoes itself."""
        return self._answer(address + query, lambda client, path: client.get(path, headers=headers))

    def post(self, address: str, body: dict[str, Any]) -> bytes:
        """Return the whole answer to something that is sent, and undo what it did."""
        sent = {name: str(value).format(**self.words) if value == "{asked}" else value for name, value in body.items()}
        kind = "application/json" if address.startswith("api/") else MULTIPART_CONTENT
        answer = self._answer(address, lambda client, path: client.post(path, sent, content_type=kind))
        store.clear_cache()
        return answer

    def _answer(self, address: str, ask: Callable[[Client, str], Any]) -> bytes:
        client = self.program if address.startswith("api/") else self.browser
        path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", address).format(**self.words)
        self.chance.begin(address)
        kept.clear()
        with transaction.atomic():
            answer = ask(client, path)
            transaction.set_rollback(True)
        heads = sorted(f"{name}: {value}" for name, value in answer.headers.items())
        body: bytes = answer.getvalue()
        return "\n".join([str(answer.status_code), *heads, str(answer.cookies), ""]).encode() + body


def feed_token(person: User) -> str:
    """Open a calendar for a person and return the word in its address."""
    return address_of(open_feed(user=person)).rpartition("/")[2].removesuffix(".ics")
