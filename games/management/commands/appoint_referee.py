"""Appoint or dismiss a referee; the site itself offers no way to do so."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from games.services.desk.referees import appoint_referee, dismiss_referee


class Command(BaseCommand):
    """Gives an account the rights of the referee's desk, or takes them away."""

    help = "Make the account with this address a referee (staff who may rule on matches), or dismiss it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the address and `--dismiss`."""
        parser.add_argument("address")
        parser.add_argument("--dismiss", action="store_true")

    def handle(self, *_args: Any, address: str, dismiss: bool, **_options: Any) -> None:
        """Change the rights; raises CommandError if there is no such account."""
        person = User.objects.filter(email=User.objects.normalize_email(address)).first()
        if person is None:
            raise CommandError("There is no account with this address.")
        change = dismiss_referee if dismiss else appoint_referee
        self.stdout.write(f"{change(person).name} is {'no longer ' if dismiss else ''}a referee.")
