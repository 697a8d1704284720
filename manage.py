#!/usr/bin/env python
"""Django's command line for this project. What an operator can mend is told in a sentence, not in a traceback."""

import os
import sys

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError


def main() -> None:
    """Run the command that was typed."""
    try:
        settings.INSTALLED_APPS  # noqa: B018 - reads the settings, which may be refused
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"The settings cannot be used. {error}")
    except OperationalError as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit(f"The database does not do its work ({settings.DATABASE_PLACE}): {str(error).strip()}")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    main()
