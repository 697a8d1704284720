"""Export a match as JSON, which `python -m pirates.verify` checks."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.logbook import store
from games.logbook.folding import UnreadableLog
from games.refusals import NoSuchMatch
from games.selectors.play.exports import export_match


class Command(BaseCommand):
    """Exports a finished match in full, a running one as a spectator sees it."""

    help = "Export a match as JSON."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the match, and optionally a file."""
        parser.add_argument("match")
        parser.add_argument("--output", type=Path, help="the file to write; standard output if not named")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Write the export; raises CommandError if there is no such match or its log is unreadable."""
        try:
            document = export_match(store.open_book(options["match"]), None)
        except (NoSuchMatch, UnreadableLog) as error:
            raise CommandError(str(error)) from error
        if options["output"]:
            options["output"].write_bytes(document)
        else:
            self.stdout.write(document.decode())
