"""Encrypt all second factors with the present SECRET_KEY.

Run it after changing SECRET_KEY and before removing the old key from SECRET_KEY_FALLBACKS.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.second_factors import reseal_all


class Command(BaseCommand):
    help = "Encrypt all second factors by the present SECRET_KEY."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Encrypt them and print how many; raises CommandError if no key can read some of them."""
        done, unreadable = reseal_all()
        self.stdout.write(f"Encrypted by the present key: {done}.")
        if unreadable:
            raise CommandError(f"Read by no key, so their owners must set them up anew: {unreadable}.")
