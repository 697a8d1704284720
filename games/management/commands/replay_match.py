"""Print a match as one reader may see it: the narrated log and the View."""

from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games.logbook import store
from games.logbook.folding import UnreadableLog
from games.refusals import NoSuchMatch
from games.selectors.play.logs import narrated_log


class Command(BaseCommand):
    """Shows what a spectator sees, unless a seat is named."""

    help = "Print the narrated log and the View of a match."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the match, and optionally a seat and a position."""
        parser.add_argument("match")
        parser.add_argument("--seat", type=int, help="counted from 1, as in notation; a spectator if not named")
        parser.add_argument("--to", type=int, help="the position to stop at; the newest if not named")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print log and View; raises CommandError if there is no such match, seat or position."""
        try:
            newest = store.open_book(options["match"])
            book = store.book_at(newest.match_id, options["to"] or newest.position)
        except (NoSuchMatch, UnreadableLog) as error:
            raise CommandError(str(error)) from error
        seat = None if options["seat"] is None else options["seat"] - 1
        if seat is not None and seat not in range(len(book.table.chairs)):
            raise CommandError(f"This match has the seats 1 to {len(book.table.chairs)}.")
        for line in narrated_log(book, seat, upto=book.position):
            mark = " (left behind)" if line.is_left_behind else ""
            for sentence in line.sentences:
                self.stdout.write(f"{line.position:>5}  {line.recorded_at:%Y-%m-%d %H:%M}  {sentence}{mark}")
        if book.has_begun:
            view = book.game.view(book.state, seat)
            self.stdout.write(msgspec.json.format(msgspec.json.encode(view), indent=2).decode())
