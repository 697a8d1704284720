"""Check every match: whether its hash chain is intact and its database rows agree with its log."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.logbook import snapshots, store
from games.models import Match
from games.projections.rebuild import find_drift, rebuild_match
from games.services.play.log_checks import check_log


class Command(BaseCommand):
    """Checks all matches, even after a bad one; the exit code is not zero if there was any fault."""

    help = (
        "Check the hash chain and the projections of every match; --rebuild puts projections right and drops snapshots."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add optional match ids and `--rebuild`."""
        parser.add_argument("matches", nargs="*", help="ids; all matches if none is named")
        parser.add_argument("--rebuild", action="store_true", help="drop the projections and write them anew")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Print every fault, one line each; raises CommandError if there are any."""
        named = options["matches"]
        ids = named or list(Match.objects.order_by("opened_at", "pk").values_list("pk", flat=True))
        bad = [match_id for match_id in ids if self._report(match_id, rebuild=options["rebuild"])]
        self.stdout.write(f"{len(ids)} matches checked, {len(bad)} with faults.")
        if bad:
            raise CommandError("Not everything was as it should be.")

    def _report(self, match_id: str, *, rebuild: bool) -> bool:
        try:
            faults = _find_faults(match_id, rebuild=rebuild)
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one match, the others are checked
            faults = [f"cannot be checked: {type(error).__name__}: {error}"]
        for fault in faults:
            self.stderr.write(f"{match_id}: {fault}")
        return bool(faults)


def _find_faults(match_id: str, *, rebuild: bool) -> list[str]:
    """Return every fault of a match; a log that was tampered with is never used for a rebuild."""
    in_chain = [fault for fault in check_log(match_id) if fault != store.HEAD_FAULT]
    if in_chain:
        return in_chain
    if not rebuild:
        return find_drift(match_id)
    snapshots.drop(match_id)
    found = rebuild_match(match_id)
    check_log(match_id)
    return found
