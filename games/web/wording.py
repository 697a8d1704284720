"""Words for values: lengths of time, and options."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from msgspec.structs import FieldInfo

from games.selectors.tables.options import AgreedOption, words_of_option
from pirates.outcomes import Outcome
from pirates.seats import Seat

_DAY, _HOUR, _MINUTE = 86400, 3600, 60
_MOST_UNITS = 2


def pace_in_words(length: timedelta, *, coarse: bool = False) -> str:
    """Return a length of time in words, to the minute; `coarse` keeps the two largest units."""
    seconds, words = int(length.total_seconds()), []
    if days := seconds // _DAY:
        words.append(ngettext("{count} day", "{count} days", days).format(count=days))
    if hours := seconds % _DAY // _HOUR:
        words.append(ngettext("{count} hour", "{count} hours", hours).format(count=hours))
    if minutes := seconds % _HOUR // _MINUTE:
        words.append(ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes))
    return " ".join(words[:_MOST_UNITS] if coarse else words) or _("less than a minute")


def in_turn(names: Sequence[str]) -> str:
    """Return at least one name, with commas and an "and" before the last."""
    *others, last = names
    if not others:
        return last
    # Translators: A list of names; {others} has commas between them already.
    return pgettext("list of names", "{others} and {last}").format(others=", ".join(others), last=last)


def option_in_words(slug: str, field: FieldInfo, value: object) -> AgreedOption:
    """Return an option of the game `slug` and its value as people say them."""
    words = words_of_option(slug, field.name)
    return AgreedOption(words.label, _value_in_words(field, value, words.values), words.meaning)


def _value_in_words(field: FieldInfo, value: object, words: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("as the rules say")
    if isinstance(value, int) and field.type in (Seat, Seat | None):
        return _("seat {number}").format(number=value + 1)
    return words.get(str(value), str(value))


def result_in_words(outcome: Outcome | None, seat: Seat | None, *, is_abandoned: bool, has_begun: bool = True) -> str:
    """Say how a finished match ended for `seat`; `outcome` is None if nobody won it."""
    if is_abandoned:
        return _("abandoned by all")
    if outcome is None:
        return _("ended without a winner") if has_begun else _("called off")
    if seat is None:
        return _("over")
    if seat in outcome.winners:
        return _("won") if len(outcome.winners) == 1 else _("shared the win")
    ahead = 0
    for group in outcome.ranking:
        if seat in group:
            break
        ahead += len(group)
    return _("place {place} of {players}").format(place=ahead + 1, players=sum(map(len, outcome.ranking)))
