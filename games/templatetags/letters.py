"""Filters and tags that the pages and letters of every game share."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from secrets import token_urlsafe
from typing import Any

import msgspec
from django import template
from django.utils import timezone
from django.utils.dateformat import format as date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.templatetags.columns import set_in_columns
from games.templatetags.pointers import with_living_pointers
from games.texts import hide_addresses
from games.words.durations import ALL_UNITS, in_words
from games.words.lists import in_turn
from games.words.results import result_in_words
from pirates.outcomes import Outcome
from pirates.registry import GAMES

register = template.Library()


@register.filter
def at(items: Sequence[Any] | None, index: int | None) -> Any:
    """Return the item at `index`, or "" if there is none."""
    if items is None or index is None or not 0 <= index < len(items):
        return ""
    return items[index]


@register.filter
def times(items: Sequence[Any] | None, item: object) -> int:
    """Return how often `item` is among the items; 0 for None."""
    return 0 if items is None else sum(each == item for each in items)


@register.filter
def covers(held: Sequence[Any] | None, wanted: Sequence[Any]) -> bool:
    """Return whether `held` contains every item of `wanted` at least as often."""
    return all(times(held, each) >= times(wanted, each) for each in wanted)


@register.filter
def short_of(held: int, wanted: int) -> int:
    """Return how many are missing from `held` to `wanted`; 0 if none."""
    return max(0, wanted - held)


@register.filter
def named(seats: Sequence[int], names: Sequence[str]) -> str:
    """Return the names of these seats as a list in words."""
    return in_turn([names[seat] for seat in seats])


@register.filter
def moment(instant: datetime | None) -> SafeString | str:
    """Return an instant as HTML in the reader's time zone, with the name of the zone; "" for None."""
    if instant is None:
        return ""
    local = timezone.localtime(instant)
    zone = timezone.get_current_timezone_name() if str(local.tzinfo) == "UTC" else f"{local.tzinfo}"
    # Translators: A date and time in the letters of https://docs.djangoproject.com/en/stable/ref/templates/builtins/#date
    form = _("D j M Y, H:i")
    shown = f"{date_format(local, form)} ({zone.replace('_', ' ')}{_offset(local)})"
    return format_html('<time datetime="{}">{}</time>', local.isoformat(timespec="seconds"), shown)


@register.filter
def remaining(instant: datetime | None) -> str:
    """Return the time left until then in the two largest units; "now" if it has passed, "" for None."""
    if instant is None:
        return ""
    left = instant - timezone.now()
    if left <= timedelta(0):
        return _("now")
    # Translators: How long there is left, as in "in 2 days 3 hours".
    return _("in {span}").format(span=in_words(left))


@register.filter
def span(seconds: int) -> str:
    """Return a length of time in words."""
    return in_words(timedelta(seconds=seconds), units=ALL_UNITS)


@register.filter
def age(seconds: float | None) -> str:
    """Return how long something has waited, in the two largest units."""
    if not seconds:
        return _("nothing waits")
    return in_words(timedelta(seconds=seconds))


@register.filter
def game_title(slug: str) -> str:
    """Return the title of a game, or the slug if the game is unknown."""
    return GAMES[slug].title if slug in GAMES else slug


@register.filter
def without_addresses(text: str) -> str:
    """Return a mail server's text without the mail addresses in it."""
    return hide_addresses(text)


@register.filter
def said(code: str) -> str:
    """Return a stable code with spaces for its underscores and hyphens."""
    return str(code).replace("_", " ").replace("-", " ")


@register.filter
def of_match(known: Mapping[str, Any] | None, match: Any) -> Any:
    """Return the value that `known` holds for a match, by its id; None if there is none."""
    return known.get(match.pk) if known else None


@register.filter
def own_result(match: Any) -> str:
    """Return in words how a match of the list `my_matches` ended for its reader."""
    outcome = msgspec.json.decode(match.outcome, type=Outcome) if match.outcome else None
    return result_in_words(
        outcome, match.own_seat, is_abandoned=match.is_abandoned, has_begun=match.started_at is not None
    )


@register.filter
def kinds(cards: Sequence[Any] | None) -> str:
    """Return the count of each kind of card in words, or "-"."""
    held = list(cards or ())
    return ", ".join(card.counted(held.count(card)) for card in dict.fromkeys(held)) or "-"


@register.filter
def counted(card: Any, count: int) -> str:
    """Return this count of a kind of card in words."""
    said: str = card.counted(count)
    return said


@register.filter
def labels(cards: Sequence[Any] | None) -> str:
    """Return the labels of the cards, or "-"."""
    return ", ".join(card.label for card in cards or ()) or "-"


@register.filter
def spoken(words: str | None) -> str:
    """Translate an English text of a View into the reader's language: the name of a pirate, the rule of an event."""
    return _(words) if words else ""


@register.simple_block_tag
def columns(content: str, sides: str) -> str:
    """Set lines of text in columns, aligned left (`l`) or right (`r`); `¦` separates the cells."""
    return set_in_columns(content, sides)


@register.simple_block_tag
def pointing(content: str) -> SafeString:
    """Reduce the links of the log in `content` to parts of the board that exist in it."""
    return mark_safe(with_living_pointers(content))  # noqa: S308 - rendered by our own template


@register.filter
def places_of(cards: Sequence[Any] | None, hand: Sequence[Any]) -> list[int]:
    """Return the index in the hand of each of these cards, a different one for equal cards; all indexes for none."""
    left: list[Any] = list(hand)
    if not cards:
        return list(range(len(left)))
    places = list[int]()
    for card in cards:
        places.append(left.index(card))
        left[places[-1]] = None
    return places


@register.simple_tag
def fresh_key() -> str:
    """Return a new idempotency key for one rendering of one form."""
    return token_urlsafe(16)


def _offset(local: datetime) -> str:
    offset = local.utcoffset() or timedelta(0)
    if not offset:
        return ""
    minutes = int(offset.total_seconds()) // 60
    sign, minutes = ("+", minutes) if minutes >= 0 else ("\N{MINUS SIGN}", -minutes)
    return f", UTC{sign}{minutes // 60}" + (f":{minutes % 60:02}" if minutes % 60 else "")
