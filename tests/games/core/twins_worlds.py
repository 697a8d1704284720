"""Twin worlds in the database: one after the other, at the same time, by the same chance, without a trace."""

import hashlib
import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection, transaction

from accounts.models import User
from games.book.book import Book
from games.logbook import folding, store
from games.models import Match
from games.projections.write import open_decisions
from games.selectors.play import replays
from games.services.clocks.deadlines import resolve_due_phases
from games.services.people.messages import keep_notes
from games.services.play.moves import in_json, submit_move
from games.services.tables import matches
from pirates.commands import Start
from pirates.decisions import answered_by, open_to
from pirates.fingerprints import SealedEntry, canonical_json
from pirates.registry import GAMES
from pirates.seats import Seat
from tests.games.core.talking import tell
from tests.games.core.twins_deals import Act, BentDice, acts_of, bends_of
from tests.tables import begin_match

NOON = datetime(2031, 5, 1, 12, tzinfo=UTC)
SEATS = 3


@dataclass(frozen=True)
class Plot:
    """What happens in both worlds of a game, as `reader` cannot tell one from the other."""

    slug: str
    reader: Seat | None
    seed: bytes
    acts: tuple[Act, ...]
    bends: dict[int, int]


def plot_of(slug: str, reader: Seat | None, seed: bytes, most: int) -> Plot:
    """Return the plot of a match of this game."""
    game = GAMES[slug]
    start = Start(game.decode_options(b"{}"), SEATS)
    bends = bends_of(game, start, seed, reader)
    acts = tuple(islice(acts_of(game, start, seed, bends, reader), most))
    return Plot(slug, reader, seed, acts, bends)


class Chance:
    """Where all that is drawn comes from in a world: the same stream again each time it is begun anew."""

    def __init__(self) -> None:
        self.begin("")

    def begin(self, purpose: str) -> None:
        """Begin the stream of a purpose, wherever the last one stood."""
        self.purpose, self.drawn = purpose, 0
        random.seed(purpose)

    def draw(self, size: int) -> bytes:
        """Return so many bytes."""
        self.drawn += 1
        return hashlib.shake_256(f"{self.purpose}/{self.drawn}".encode()).digest(size)


@contextmanager
def twin_world() -> Iterator[Chance]:
    """Give a world in which time stands still and chance repeats itself, and undo all that is done in it."""
    counters, chance = _counters(), Chance()
    with pytest.MonkeyPatch.context() as patch, time_machine.travel(NOON, tick=False), transaction.atomic():
        patch.setattr(random, "_urandom", chance.draw)
        patch.setattr(os, "urandom", chance.draw)
        patch.setattr(matches, "draw_secret", lambda: chance.draw(32))
        for reader in (store, folding):
            patch.setattr(reader, "chain_hash", _public_hash)
        _forget()
        yield chance
        transaction.set_rollback(True)
    _forget()
    _set_counters(counters)


def _public_hash(previous: str, entry: SealedEntry) -> str:
    """Stand in for the hash of an entry, which is salted so that it tells nothing of what the entry holds."""
    return hashlib.sha256(f"{previous}/{entry.match}/{entry.position}".encode()).hexdigest()


def _forget() -> None:
    store.clear_cache()
    replays._checkpoints = type(replays._checkpoints)()
    cache.clear()


def _counters() -> list[tuple[str, int | None]]:
    if connection.vendor == "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema()")
        return list(cursor.fetchall())


def _set_counters(counters: list[tuple[str, int | None]]) -> None:
    """Let rows be numbered again from where they were: a rollback does not bring a sequence back."""
    with connection.cursor() as cursor:
        for name, last in counters:
            cursor.execute("SELECT setval(%s, %s, %s)", [f'"{name}"', last or 1, last is not None])


@contextmanager
def dice_of(plot: Plot, *, is_there: bool) -> Iterator[None]:
    """Let matches of a world be dealt and drawn as its plot says."""

    def dice(self: Book) -> BentDice:
        return BentDice(plot.seed, self.acts + 1, plot.bends if is_there and self.acts == 0 else {})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Book, "dice", dice)
        yield


def play_out(plot: Plot, players: list[User], *, is_there: bool) -> Iterator[Match]:
    """Begin the match and yield it, and then after each act; what others hide by other means differs as well."""
    match = begin_match(players, game=plot.slug)
    hider, friend = (seat for seat in range(SEATS) if seat != plot.reader and seat != 2 * (plot.reader is None))
    yield match
    for number, act in enumerate(plot.acts):
        command: Any = act.there if is_there else act.here
        if act.seat is None:
            assert resolve_due_phases()
        else:
            asked = open_to(open_decisions(store.open_book(match.pk)), act.seat)
            submit_move(
                match_id=match.pk,
                player=players[act.seat],
                decision=answered_by(command, asked).key,
                move=in_json(canonical_json(command)),
                channel="page",
                key=f"act {number}",
            )
        match.refresh_from_db()
        yield match
    words = "Shall we sail there?" if is_there else "I hide the best card here, and tell nobody else of it."
    tell(match, players[hider], words, seat=friend, key="private")
    keep_notes(match_id=match.pk, person=players[hider], text=words)
    yield match
