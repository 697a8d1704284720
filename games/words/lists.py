"""Lists in words."""

from collections.abc import Sequence

from django.utils.translation import pgettext


def in_turn(names: Sequence[str]) -> str:
    """Join one or more names with commas, and with "and" before the last."""
    *others, last = names
    if not others:
        return last
    # Translators: A list of names; {others} has commas between them already.
    return pgettext("list of names", "{others} and {last}").format(others=", ".join(others), last=last)
