"""Take a finished match into the archive from its export."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.projections.rebuild import ImportRefused, import_match


class Command(BaseCommand):
    """Takes only what `python -m pirates.verify` accepts, and never over a match that is here."""

    help = "Import a finished match from its export, under its own id."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for the file."""
        parser.add_argument("export", type=Path)

    def handle(self, *_args: Any, **options: Any) -> None:
        """Import; fails with the reason."""
        try:
            match_id = import_match(options["export"].read_bytes())
        except (OSError, ImportRefused) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Match {match_id} is in the archive.")
