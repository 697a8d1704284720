"""Update the catalogs of every language but English from the sources; `make messages` calls it."""

import re
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

_LAID_DOWN = {
    "add_location": "file",
    "no_obsolete": True,
    "no_wrap": True,
    "ignore_patterns": ["config", "tests", "var", "static"],
    "extensions": ["html", "txt", "py", "js"],
}
_CHANGING_HEADS = re.compile(r'^"(?:POT-Creation-Date|Report-Msgid-Bugs-To): .*\n', re.MULTILINE)


class Command(makemessages.Command):
    """Django's command with fixed options: all languages, small diffs, no fuzzy or obsolete translations."""

    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching"]

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the catalogs; the strings of each room go to its own catalog."""
        for place in settings.LOCALE_PATHS:
            place.mkdir(exist_ok=True)
        languages = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
        super().handle(*args, **{**options, **_LAID_DOWN, "locale": options["locale"] or languages})
        for place in settings.LOCALE_PATHS:
            for catalog in place.glob("*/LC_MESSAGES/django.po"):
                catalog.write_text(_CHANGING_HEADS.sub("", catalog.read_text()))
