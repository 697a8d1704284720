"""Makes somebody a referee, or dismisses one: nobody can do that through the site."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import Permission
from django.core.management.base import BaseCommand, CommandError

from accounts.models import User


class Command(BaseCommand):
    """Gives an account the rights of the referee's desk, or takes them."""

    help = "Make the account with this address a referee (staff who may rule on matches), or dismiss it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the address, and whether to dismiss."""
        parser.add_argument("address")
        parser.add_argument("--dismiss", action="store_true")

    def handle(self, *_args: Any, address: str, dismiss: bool, **_options: Any) -> None:
        """Change the rights; raises CommandError where there is no such account."""
        person = User.objects.filter(email=User.objects.normalize_email(address)).first()
        if person is None:
            raise CommandError("There is no account with this address.")
        right = Permission.objects.get(codename="rule_matches")
        person.is_staff = not dismiss
        person.save()
        change = person.user_permissions.remove if dismiss else person.user_permissions.add
        change(right)
        self.stdout.write(f"{person.name} is {'no longer ' if dismiss else ''}a referee.")
