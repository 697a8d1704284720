"""Import a finished match from its export into the archive."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.projections.rebuild import ImportRefused, import_match


class Command(BaseCommand):
    """Imports only exports that `python -m pirates.verify` accepts, and never overwrites a match."""

    help = "Import a finished match from its export, under its own id."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file of the export."""
        parser.add_argument("export", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Import the match; raises CommandError with the reason for a failure."""
        try:
            match_id = import_match(options["export"].read_bytes())
        except (OSError, ImportRefused) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Match {match_id} is in the archive.")
