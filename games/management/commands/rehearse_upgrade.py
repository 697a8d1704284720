"""Before an upgrade: would this code play on with every running match?"""

from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services.desk.rehearsals import rehearse_running_matches


class Command(BaseCommand):
    """Replays every running match on the present code and changes nothing."""

    help = "Replay every running match on this code and class each: same, differs, unreadable."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Report; the exit code is not zero if a match is not the same."""
        rehearsals = rehearse_running_matches()
        for each in rehearsals:
            if each.verdict != "same":
                self.stderr.write(f"{each.match_id}: {each.verdict} at position {each.position} ({each.reason})")
        counts = Counter(each.verdict for each in rehearsals)
        self.stdout.write(", ".join(f"{counts[each]} {each}" for each in ("same", "differs", "unreadable")) + ".")
        if counts.total() != counts["same"]:
            raise CommandError("Some running matches would not go on as they were played.")
