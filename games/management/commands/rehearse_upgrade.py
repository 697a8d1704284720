"""Check before an upgrade that this code can continue every running match."""

from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services.desk.rehearsals import rehearse_running_matches


class Command(BaseCommand):
    """Replays every running match on the present code and changes nothing."""

    help = "Replay every running match on this code and class each: same, differs, unreadable."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print the verdicts; raises CommandError unless every match is the same."""
        rehearsals = rehearse_running_matches()
        for each in rehearsals:
            if each.verdict != "same":
                self.stderr.write(f"{each.match_id}: {each.verdict} at position {each.position} ({each.reason})")
        counts = Counter(each.verdict for each in rehearsals)
        self.stdout.write(", ".join(f"{counts[each]} {each}" for each in ("same", "differs", "unreadable")) + ".")
        if counts.total() != counts["same"]:
            raise CommandError("Some running matches would not go on as they were played.")
