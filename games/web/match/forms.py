"""The form that opens a match: its options come from the JSON Schema of the game's Options."""

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec
from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.clocks.pace import LONGEST_PACE, SHORTEST_PACE
from games.services.tables.matches import LONGEST_TITLE, MatchPlan
from games.web.match.clock_forms import ClockForm
from games.words.durations import ALL_UNITS, in_words
from games.words.options import words_of_option
from pirates.game import AnyGame
from pirates.seats import MOST_SEATS

PACES = (
    SHORTEST_PACE,
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=6),
    timedelta(hours=12),
    timedelta(days=1),
    timedelta(days=2),
    timedelta(days=3),
    timedelta(days=7),
    LONGEST_PACE,
)
USUAL_PACE = timedelta(days=2)
_OPTION = "option_"
_SEAT = {"type": "integer", "minimum": 0, "exclusiveMaximum": MOST_SEATS}


class MatchForm(ClockForm):
    """The host's settings for a new match of `game`."""

    title = forms.CharField(
        label=_("Title"), max_length=LONGEST_TITLE, required=False, help_text=_("Empty: the title of the game.")
    )
    seats = forms.TypedChoiceField(
        label=_("Seats"), coerce=int, help_text=_("People or bots. Each one more makes every round longer.")
    )
    pace = forms.TypedChoiceField(
        coerce=int,
        label=_("Time for each answer"),
        help_text=_(
            "Whoever is asked has this long; then the default move is made. Most answers come sooner, so a match rarely"
            " takes all of it. To interrupt somebody else's move there is a third of this time, at paces of a day or"
            " more at least an hour."
        ),
        initial=int(USUAL_PACE.total_seconds()),
        choices=lambda: [(int(each.total_seconds()), in_words(each, units=ALL_UNITS)) for each in PACES],
    )
    is_private = forms.BooleanField(required=False, label=_("Private: only people with an invitation see it"))

    has_ready_check = forms.BooleanField(
        required=False,
        initial=True,
        label=_("Ready check: everybody confirms before the start"),
        help_text=_(
            "Once every seat is taken, each player gets a letter with a link. Who does not confirm in time, at least"
            " two days, loses the seat. Bots need not be asked."
        ),
    )

    def __init__(self, *args: Any, game: AnyGame, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._game = game
        seats: Any = self.fields["seats"]
        seats.choices = [(count, str(count)) for count in game.seats]
        seats.initial = min(4, game.seats[-1])
        for name, schema in option_schemas(game).items():
            self.fields[_OPTION + name] = option_field(game.slug, name, schema, most_seats=game.seats[-1])
        if game.waits(game.options(), game.seats[0]).usual is None:
            del self.fields["last_day"]
        options = [name for name in self.fields if name.startswith(_OPTION)]
        self.order_fields(["title", "seats", "pace", *options, "is_private", "has_ready_check"])

    def plan(self) -> MatchPlan:
        """Return the chosen settings as a MatchPlan; the form must be valid."""
        chosen = self.cleaned_data
        options = {name: chosen[_OPTION + name] for name in option_schemas(self._game)}
        return MatchPlan(
            game=self._game.slug,
            title=chosen["title"],
            seats=chosen["seats"],
            pace=timedelta(seconds=chosen["pace"]),
            options=json.dumps(options).encode(),
            is_private=chosen["is_private"],
            has_ready_check=chosen["has_ready_check"],
            terms=self.terms(timedelta(seconds=chosen["pace"])),
        )

    def clean(self) -> dict[str, Any]:
        """Add an error to each option that names a seat that the table does not have."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        seats = cleaned.get("seats")
        for name, schema in option_schemas(self._game).items():
            value = cleaned.get(_OPTION + name)
            if _without_null(schema) == _SEAT and value is not None and seats is not None and value >= seats:
                self.add_error(_OPTION + name, gettext("This table has {seats} seats only.").format(seats=seats))
        return cleaned


def option_schemas(game: AnyGame) -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of every option of `game`, by name."""
    schema = msgspec.json.schema(game.options)
    properties: dict[str, dict[str, Any]] = schema["$defs"][game.options.__name__]["properties"]
    return properties


def option_field(slug: str, name: str, schema: dict[str, Any], *, most_seats: int) -> forms.Field:
    """Return the form field for one option: a checkbox or a list of choices."""
    words, kind = words_of_option(slug, name), _without_null(schema)
    about: dict[str, Any] = {"label": words.label, "help_text": words.meaning}
    if kind.get("type") == "boolean":
        return forms.BooleanField(required=False, initial=schema.get("default", False), **about)
    choices = _choices(kind, most_seats, words.values)
    if kind != schema:
        choices.insert(0, (json.dumps(None), gettext("as the rules say")))
    return forms.TypedChoiceField(
        choices=choices, coerce=json.loads, initial=json.dumps(schema.get("default")), **about
    )


def _choices(kind: dict[str, Any], most_seats: int, words: Mapping[str, str]) -> list[tuple[str, str]]:
    if kind == _SEAT:
        return [(json.dumps(seat), gettext("seat {number}").format(number=seat + 1)) for seat in range(most_seats)]
    if "enum" in kind:
        return [(json.dumps(value), words.get(str(value), str(value))) for value in kind["enum"]]
    numbers = range(kind["minimum"], kind.get("maximum", kind.get("exclusiveMaximum", 1) - 1) + 1)
    return [(json.dumps(number), str(number)) for number in numbers]


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    kinds = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    return kinds[0] if kinds else schema
