"""Filters that pages and letters of every game share."""

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
    """Return the item at `index`, or nothing where there is none."""
    if items is None or index is None or not 0 <= index < len(items):
        return ""
    return items[index]


@register.filter
def times(items: Sequence[Any] | None, item: object) -> int:
    """Return how often `item` is among the items; none of it where there are no items."""
    return 0 if items is None else sum(each == item for each in items)


@register.filter
def covers(held: Sequence[Any] | None, wanted: Sequence[Any]) -> bool:
    """Tell whether all that is wanted is among what is held, as often as it is wanted."""
    return all(times(held, each) >= times(wanted, each) for each in wanted)


@register.filter
def short_of(held: int, wanted: int) -> int:
    """Return how many of `wanted` are missing to somebody who holds so many."""
    return max(0, wanted - held)


@register.filter
def named(seats: Sequence[int], names: Sequence[str]) -> str:
    """Return the names of these seats, as people list names."""
    return in_turn([names[seat] for seat in seats])


@register.filter
def moment(instant: datetime | None) -> SafeString | str:
    """Show an instant in the reader's zone, with the zone named."""
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
    """Say how long it is until then, in the two largest units."""
    if instant is None:
        return ""
    left = instant - timezone.now()
    if left <= timedelta(0):
        return _("now")
    # Translators: How long there is left, as in "in 2 days 3 hours".
    return _("in {span}").format(span=in_words(left))


@register.filter
def span(seconds: int) -> str:
    """Say a length of time."""
    return in_words(timedelta(seconds=seconds), units=ALL_UNITS)


@register.filter
def age(seconds: float | None) -> str:
    """Say for how long something has waited, in the two largest units."""
    if not seconds:
        return _("nothing waits")
    return in_words(timedelta(seconds=seconds))


@register.filter
def game_title(slug: str) -> str:
    """Return the title of a game."""
    return GAMES[slug].title if slug in GAMES else slug


@register.filter
def without_addresses(text: str) -> str:
    """Return text that a mail server said, without whom it said it of."""
    return hide_addresses(text)


@register.filter
def said(code: str) -> str:
    """Return a stable code as words."""
    return str(code).replace("_", " ").replace("-", " ")


@register.filter
def of_match(known: Mapping[str, Any] | None, match: Any) -> Any:
    """Return what is known of a match of a list, by its identity; nothing where nothing is."""
    return known.get(match.pk) if known else None


@register.filter
def own_result(match: Any) -> str:
    """Say how a match of the list `my_matches` ended for its reader."""
    outcome = msgspec.json.decode(match.outcome, type=Outcome) if match.outcome else None
    return result_in_words(
        outcome, match.own_seat, is_abandoned=match.is_abandoned, has_begun=match.started_at is not None
    )


@register.filter
def kinds(cards: Sequence[Any] | None) -> str:
    """Say how many of each kind of card there are, or "-"."""
    held = list(cards or ())
    return ", ".join(card.counted(held.count(card)) for card in dict.fromkeys(held)) or "-"


@register.filter
def counted(card: Any, count: int) -> str:
    """Say how many of a kind of card there are."""
    said: str = card.counted(count)
    return said


@register.filter
def labels(cards: Sequence[Any] | None) -> str:
    """Name the cards, or "-"."""
    return ", ".join(card.label for card in cards or ()) or "-"


@register.filter
def spoken(words: str | None) -> str:
    """Say in the reader's language what a View holds in English: the name of a pirate, the rule of an event."""
    return _(words) if words else ""


@register.simple_block_tag
def columns(content: str, sides: str) -> str:
    """Set lines of text in columns, each on its left (`l`) or right (`r`) side; `¦` stands between the cells."""
    return set_in_columns(content, sides)


@register.simple_block_tag
def pointing(content: str) -> SafeString:
    """Let the lines of the log in `content` lead only to what stands on the board in it."""
    return mark_safe(with_living_pointers(content))  # noqa: S308 - rendered by our own template


@register.filter
def places_of(cards: Sequence[Any] | None, hand: Sequence[Any]) -> list[int]:
    """Return where in the hand each of these cards lies, like cards in different places; the first places for none."""
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
