"""Words in letters: other people's text that must not become a link, lines of 72 columns, instants, spans, options."""

import re
import textwrap
from datetime import UTC, datetime, timedelta

import msgspec
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec.structs import FieldInfo, fields

from accounts.zones import zone_of
from games.selectors.tables.options import words_of_option
from games.texts import clean_line
from pirates.seats import Seat

COLUMNS = 72
SIGNATURE = "-- "
"""The line before the foot, which mail programs leave out of quotes (RFC 3676 4.3)."""

_DOT_IN_WORD = re.compile(r"(?<=\w)[.\u3002\uff0e\uff61\u2024](?=\w)")
_AT_IN_WORD = re.compile(r"(?<=\w)[@\uff20](?=\w)")
_SLASHES = re.compile(r"[/\\\uff0f]{2,}")
_ITEM = re.compile(r"\s+(?:[*-] |\S[^:]{0,24}: )?|")


def defused(text: str, longest: int = 60) -> str:
    """Return other people's text as one clean line in which no mail program finds a link or an address."""
    line = _SLASHES.sub("/", clean_line(text, longest))
    return _AT_IN_WORD.sub(" at ", _DOT_IN_WORD.sub(". ", line))


def quoted(text: str) -> list[str]:
    """Return other people's text as harmless lines that fit a letter with four columns to spare."""
    lines = (defused(line, len(line)) if line else "" for line in text.split("\n"))
    return [part for line in lines for part in textwrap.wrap(line, COLUMNS - 4) or [""]]


def laid_out(text: str) -> str:
    """Return `text` in lines of at most 72 columns, links whole, and never two empty lines together."""
    lines = [wrapped for line in text.splitlines() for wrapped in _wrapped(line.rstrip())]
    body = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip("\n") + "\n"
    return body.replace("\n--\n", f"\n{SIGNATURE}\n")


def in_columns(items: list[str]) -> list[str]:
    """Return the items set in as many even columns as go on a line."""
    if not items:
        return []
    width = max(len(item) for item in items) + 3
    across = max(1, (COLUMNS - 1) // width)
    rows = (items[start : start + across] for start in range(0, len(items), across))
    return ["  " + "".join(item.ljust(width) for item in row).rstrip() for row in rows]


def instant(moment: datetime, zone: str) -> str:
    """Return the instant in the reader's zone, named and with its offset, and in UTC."""
    here = moment.astimezone(zone_of(zone))
    there = moment.astimezone(UTC)
    if here.utcoffset() == timedelta(0):
        return f"{_day_and_time(there)} UTC"
    offset = here.strftime("%z")
    in_utc = there.strftime("%H:%M") if there.date() == here.date() else _day_and_time(there)
    return f"{_day_and_time(here)} {zone.replace('_', ' ')} (UTC{offset[:3]}:{offset[3:]}), {in_utc} UTC"


def span(length: timedelta) -> str:
    """Return a length of time in its two largest units, as in "2 days 3 hours"."""
    minutes = max(0, int(length.total_seconds()) // 60)
    parts = []
    if days := minutes // 1440:
        parts.append(ngettext("{count} day", "{count} days", days).format(count=days))
    if hours := minutes // 60 % 24:
        parts.append(ngettext("{count} hour", "{count} hours", hours).format(count=hours))
    if left := minutes % 60:
        parts.append(ngettext("{count} minute", "{count} minutes", left).format(count=left))
    return " ".join(parts[:2]) or _("less than a minute")


def options_in_words(slug: str, options: msgspec.Struct) -> str:
    """Return the options of the game `slug` as people would say them; seats count from 1."""
    chosen = ((field, getattr(options, field.name)) for field in fields(options))
    return ", ".join(_option(slug, field, value) for field, value in chosen if value is not None)


def _option(slug: str, field: FieldInfo, value: object) -> str:
    words = words_of_option(slug, field.name)
    if isinstance(value, bool):
        said = _("yes") if value else _("no")
    elif isinstance(value, int) and field.type in (Seat, Seat | None):
        said = _("seat {number}").format(number=value + 1)
    else:
        said = words.values.get(str(value), str(value))
    return f"{words.label}: {said}"


def _day_and_time(moment: datetime) -> str:
    # Translators: A date and time in the letters of https://docs.djangoproject.com/en/stable/ref/templates/builtins/#date
    return str(format_date(moment, _("D j F Y, H:i")))


def _wrapped(line: str) -> list[str]:
    if len(line) <= COLUMNS:
        return [line]
    head = _ITEM.match(line)
    indent = " " * min(len(head[0]) if head else 0, 24)
    return textwrap.wrap(line, COLUMNS, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
