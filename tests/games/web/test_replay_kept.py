"""What can be kept of a match that is over: one file that needs no service, and its moves in plain notation."""

import base64
import hashlib
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.logbook import store
from games.models import Deadline, Match
from games.selectors.play.logs import narrated_log
from games.selectors.play.names import names_of
from games.selectors.play.replays import reading_then
from games.services.clocks.deadlines import expire_due_deadlines
from games.services.tables.matches import call_off_match, rewind_match
from games.web.replay.replay_export import Cutter
from pirates.verify import verify
from tests.conftest import BeginMatch, MakePeople
from tests.games.core.playing import play_by_lot
from tests.games.web.test_replay_pages import end

pytestmark = pytest.mark.django_db

MOST_BYTES_OF_200_ENTRIES = 600_000


@pytest.fixture
def players(people: MakePeople) -> list[User]:
    return people("Anna", "Ben", "Cleo")


@pytest.fixture
def match(begin_match: BeginMatch, players: list[User]) -> Match:
    """A match that is over, with a missed deadline and a rewind in it."""
    match = begin_match(players)
    list(play_by_lot(match, players, b"kept", 8))
    Deadline.objects.filter(match=match).update(due_at=timezone.now() - timedelta(minutes=1))
    expire_due_deadlines()
    rewind_match(match_id=match.pk, to=9, key="upheld")
    list(play_by_lot(match, players, b"kept otherwise", 6))
    end(match, players)
    return match


def kept(match: Match) -> str:
    """Return the file of a match."""
    answer = Client().get(f"/m/{match.pk}/keep/")
    assert answer.status_code == 200
    return answer.content.decode()


def part(page: str, name: str) -> str:
    """Return the JSON that the file holds under an id."""
    found = re.search(rf'<script type="application/json" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found
    return found[1]


def tables(film: dict[str, Any], seat: int) -> list[str]:
    """Return every table of a seat, put together as the file's script does it."""
    before: list[int] = []
    whole = []
    for top, bottom, between in film["frames"][seat]:
        before = [*before[:top], *between, *before[len(before) - bottom :]]
        whole.append("\n".join(film["lines"][number] for number in before))
    return whole


def test_the_file_shows_every_table_as_each_seat_saw_it(match: Match) -> None:
    film, newest = json.loads(part(kept(match), "film")), store.open_book(match.pk)
    pages = list(store.read_pages(match.pk))
    assert film["positions"] == list(range(1, newest.position + 1))
    for seat, name in enumerate(film["names"]):
        assert name == names_of(newest)[seat]
        shown = tables(film, seat)
        for (entry, book), table in zip(pages, shown, strict=True):
            reading = reading_then(match, book, seat, names_of(newest))
            facts = {"view": reading.view, "names": reading.names, "seat": seat, "match": reading.match}
            drawn = render_to_string(f"games/{match.game}/table.html", facts) if book.has_begun else ""
            assert table == "\n".join(line.strip() for line in drawn.splitlines() if line.strip()), entry.position


def test_the_file_tells_each_seat_what_it_was_told(match: Match) -> None:
    film, newest = json.loads(part(kept(match), "film")), store.open_book(match.pk)
    for seat in range(3):
        told = [[film["lines"][number] for number in entry] for entry in film["told"][seat]]
        assert told == [list(line.sentences) for line in narrated_log(newest, seat)]
    assert film["told"][0] != film["told"][1]
    assert film["behind"] == [line.position for line in narrated_log(newest, None) if line.is_left_behind] != []


def test_tables_are_put_together_again_whatever_changes_in_them() -> None:
    cutter = Cutter()
    drawn = ["", "a\nb\nc", "a\nb\nc", "a\nx\nc", "c", "", "c\nc\nc", "c\nc", "c\nc\nc\nc", "a\nc"]
    film = {"frames": [cutter.frames(drawn)], "lines": list(cutter.numbers)}
    assert tables(film, 0) == drawn


def test_the_export_in_the_file_proves_the_match(match: Match) -> None:
    document = part(kept(match), "export").encode()
    assert verify(document).fault is None
    assert verify(document.replace(b'"seat":1', b'"seat":0', 1)).fault


def test_the_file_runs_its_own_script_only_and_asks_for_nothing(match: Match) -> None:
    page = kept(match)
    policy = re.search(r'http-equiv="Content-Security-Policy"\s+content="([^"]+)"', page)
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)
    assert policy
    assert script
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    assert f"default-src 'none'; script-src 'sha256-{digest}'" in policy[1]
    assert not re.search(r"(?:src|href|url|action)\s*[=(]\s*[\"']?(?:https?:|/)", page)


def test_the_file_comes_as_a_download_without_rights(match: Match) -> None:
    answer = Client().get(f"/m/{match.pk}/keep/")
    assert answer["Content-Disposition"] == f'attachment; filename="match-{match.pk}.html"'
    assert answer["Content-Security-Policy"].endswith("sandbox")
    assert "script-src" not in answer["Content-Security-Policy"]


@pytest.mark.parametrize("payload", ["</script><script>x</script>", "<!--<script>", '"><img src=x onerror=alert(1)>'])
def test_names_and_titles_in_the_file_are_plain_text(match: Match, players: list[User], payload: str) -> None:
    User.objects.filter(pk=players[0].pk).update(name=payload)
    Match.objects.filter(pk=match.pk).update(title=payload)
    page = kept(match)
    assert payload not in page
    assert page.count("</script") == page.count("<script") == 3
    assert json.loads(part(page, "film"))["names"][0] == payload


def test_the_notation_played_again_is_the_match(match: Match) -> None:
    answer = Client().get(f"/m/{match.pk}/notation.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    lines = [line for line in answer.content.decode().splitlines() if line and not line.startswith("#")]
    pages = list(store.read_pages(match.pk))
    befores = {entry.position: before for (entry, _), (_, before) in zip(pages[1:], pages, strict=False)}
    names = "|".join(names_of(store.open_book(match.pk)))
    played = []
    for line in lines:
        found = re.fullmatch(rf" *(\d+) +(\d)  (?:{names}) *  (.*?)((?:  \(default\))?)((?: +\(wound back\))?)", line)
        if found is None:
            assert re.fullmatch(r" *\d+ +- +(start|rewind 9)", line), line
            continue
        position, seat = int(found[1]), int(found[2]) - 1
        book = befores[position]
        move = book.game.parse(found[3], book.state, seat)
        command = json.loads(next(entry.command for entry, _ in pages if entry.position == position))
        assert command["type"] == ("Expire" if found[4] else type(move).__name__)
        assert command["seat"] == seat
        assert bool(found[5]) == (9 < position <= 14)
        played.append(position)
    assert len(played) == 8 + 1 + 6
    assert sum("(default)" in line for line in lines) == 1


@pytest.mark.parametrize("address", ["keep/", "notation.txt"])
def test_a_match_that_still_runs_cannot_be_kept(begin_match: BeginMatch, players: list[User], address: str) -> None:
    match = begin_match(players)
    answer = Client().get(f"/m/{match.pk}/{address}")
    assert answer.status_code == 409
    assert "The match is not over yet" in answer.content.decode()
    assert "script-src 'self'" in answer["Content-Security-Policy"]


def test_a_match_called_off_before_its_start_can_be_looked_at_and_kept_too(
    open_table: BeginMatch, players: list[User]
) -> None:
    match = open_table(players)
    call_off_match(match_id=match.pk, host=players[0], key="off")
    for address in ("replay/", "replay/1/", "replay/1/?open=1", "keep/", "notation.txt"):
        assert Client().get(f"/m/{match.pk}/{address}", follow=True).status_code == 200


@pytest.mark.slow
def test_the_file_of_200_entries_stays_small(begin_match: BeginMatch, players: list[User]) -> None:
    for _ in range(20):
        match = begin_match(players)
        list(play_by_lot(match, players, b"long", 120))
        if not store.open_book(match.pk).is_over:
            break
    end(match, players)
    assert match.position > 120
    assert len(kept(match).encode()) < MOST_BYTES_OF_200_ENTRIES * match.position / 200
