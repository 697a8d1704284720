"""Twins: two worlds that differ only in what is hidden from a reader give that reader the same at every exit.

Both worlds lie in the database like any match and are played through the same door, at the same time and with the same
chance; what others are dealt, hide, seal, whisper and note down is different. Every answer, header and letter is
compared byte for byte. Exits are found, not listed: one that is new is compared, or the test does not know how to.
"""

import hashlib
import logging
from datetime import datetime
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse

from accounts.models import User
from games.logbook import store
from games.notifications.letters import kinds
from games.notifications.relevance import Recipient
from games.services.desk.referees import appoint_referee
from games.web.middleware import PageMiddleware
from pirates.fingerprints import canonical_json
from pirates.registry import GAMES
from tests.conftest import MakePeople
from tests.games.core.twins_exits import EXCUSED, Exits, addresses, compared
from tests.games.core.twins_letters import letters_to
from tests.games.core.twins_worlds import Plot, dice_of, play_out, plot_of, twin_world

pytestmark = pytest.mark.django_db

SEEDS = {
    ("capitan-bacon", 0): 38, ("capitan-bacon", None): 38,
    ("captn-clever", 0): 29, ("captn-clever", None): 28,
    ("guns-or-treasure", 0): 4, ("guns-or-treasure", None): 36,
    ("long-live-the-captain", 0): 28, ("long-live-the-captain", None): 7,
}  # fmt: skip
"""Matches in which many moves of many kinds look the same to the reader in both worlds."""
PUBLIC = ("m/", "matches/", "tables/", "api/v1/matches/")
OWN = (*PUBLIC, "calendar/", "account/data/", "api/v1/me/", "account/time/")
WHOLE = "capitan-bacon"
"""The game in which also what knows no match is compared."""
MOST_ACTS = 12
LIVE = "m/<slug:match_id>/live/"


def told_in(plot: Plot, people: list[User], *, is_there: bool) -> dict[str, bytes]:
    """Return all that the reader of a plot is given in one of its worlds."""
    *players, stranger, rex = people
    logging.disable()
    told: dict[str, bytes] = {}
    with twin_world() as chance, dice_of(plot, is_there=is_there):
        tags: dict[str, str] = {}
        reader = players[plot.reader] if plot.reader is not None else stranger
        for number, match in enumerate(play_out(plot, players, is_there=is_there)):
            if number == 0:
                exits = Exits(match, reader, plot.reader, chance)
            told[f"poll {number}"] = exits.get(LIVE, **tags)
            tags = {"if-none-match": tag_in(told[f"poll {number}"])}
        if plot.reader is not None:
            told |= (
                exits.look(("",) if plot.slug == WHOLE else OWN)
                | exits.send()
                | letters_to(reader, plot.reader, match, chance)
            )
        else:
            told |= exits.look(PUBLIC)
            signed_out, referee = (Exits(match, other, None, chance) for other in (None, rex))
            told |= {f"signed out: {stop}": answer for stop, answer in signed_out.look(("m/",)).items()}
            told |= {f"referee: {stop}": answer for stop, answer in referee.look(("desk/",)).items()}
    logging.disable(logging.NOTSET)
    return told


def tag_in(answer: bytes) -> str:
    heads = dict(line.split(": ", 1) for line in answer.decode().split("\n") if line.startswith("ETag: "))
    return heads.get("ETag", "")


def differing(here: dict[str, bytes], there: dict[str, bytes]) -> dict[str, tuple[str, str]]:
    """Return the stops at which the worlds differ, each with where they begin to."""
    assert here.keys() == there.keys()
    return {stop: _begin(here[stop], there[stop]) for stop in here if here[stop] != there[stop]}


def _begin(here: bytes, there: bytes) -> tuple[str, str]:
    at = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there)))
    return tuple(each[max(at - 60, 0) : at + 80].decode(errors="replace") for each in (here, there))  # type: ignore[return-value]


@pytest.fixture
def table(people: MakePeople) -> list[User]:
    """Return three players, a stranger, and a referee who has nothing to do with them."""
    *others, rex = people("Anna", "Ben", "Cleo", "Dario", "Rex")
    return [*others, appoint_referee(rex)]


@pytest.mark.parametrize("reader", [0, None], ids=["a player", "a spectator"])
@pytest.mark.parametrize("slug", sorted(GAMES))
def test_what_is_hidden_from_a_reader_changes_no_byte_at_any_exit(
    slug: str, reader: int | None, table: list[User]
) -> None:
    plot = plot_of(slug, reader, bytes([SEEDS[slug, reader]]) * 32, MOST_ACTS)
    assert len(plot.acts) >= 8
    assert plot.bends or any(act.here != act.there for act in plot.acts)
    here, there = (told_in(plot, table, is_there=is_there) for is_there in (False, True))
    assert differing(here, there) == {}
    answered = [each for each in here.values() if each.startswith((b"200", b"201"))]
    assert len(answered) > 30
    assert not [stop for stop, each in here.items() if each.startswith(b"500")]


def test_every_exit_is_compared_or_excused_with_a_reason() -> None:
    known = list(addresses())
    assert all(any(each.startswith(excused) for each in known) or excused == "post/" for excused in EXCUSED)
    assert len(compared()) > 100
    assert {each for each in known if "match_id" in each} <= set(compared())


def mark_of(match_id: str) -> str:
    """Return a few letters that follow from the whole State of a match."""
    return hashlib.sha256(canonical_json(store.open_book(match_id).state)).hexdigest()[:6]


def tell_by_refusals(patch: pytest.MonkeyPatch) -> None:
    """Have what is refused at a match tell of its State, in a header."""
    answer = PageMiddleware.process_response

    def leaky(self: PageMiddleware, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        match_id = request.resolver_match.kwargs.get("match_id") if request.resolver_match else None
        if match_id and response.status_code >= 400:
            response["Retry-After"] = mark_of(match_id)
        return answer(self, request, response)

    patch.setattr(PageMiddleware, "process_response", leaky)


def tell_by_letters(patch: pytest.MonkeyPatch) -> None:
    """Have the letters about a match tell of its State, in a name."""
    facts_of = kinds.facts_of

    def leaky(case: Recipient, now: datetime) -> dict[str, Any]:
        return {**facts_of(case, now), "pace": mark_of(case.mail.match_id or "")}

    patch.setattr(kinds, "facts_of", leaky)


def test_a_leak_that_is_planted_is_found(table: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    tell_by_refusals(monkeypatch)
    tell_by_letters(monkeypatch)
    plot = plot_of("captn-clever", 0, bytes([SEEDS["captn-clever", 0]]) * 32, 6)
    found = differing(*(told_in(plot, table, is_there=is_there) for is_there in (False, True)))
    assert any(stop.startswith("POST m/") for stop in found)
    assert any(stop.startswith("letter ") for stop in found)
    assert not any(stop.startswith(("GET matches/", "GET m/<slug:match_id>/log/")) for stop in found)
