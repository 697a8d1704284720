"""`manage.py reseal_second_factors`: after SECRET_KEY was changed, before the old one leaves SECRET_KEY_FALLBACKS."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.second_factors import reseal_all


class Command(BaseCommand):
    help = "Encrypt all second factors by the present SECRET_KEY."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Do so, and say how many there were; fails if some can be read by no key."""
        done, unreadable = reseal_all()
        self.stdout.write(f"Encrypted by the present key: {done}.")
        if unreadable:
            raise CommandError(f"Read by no key, so their owners must set them up anew: {unreadable}.")
