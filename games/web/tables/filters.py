"""Filters of the lists of matches, as plain GET forms. Unknown parameters and invalid choices are ignored."""

from urllib.parse import urlencode

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Match
from games.selectors.tables.pages import MatchFilter
from pirates.registry import GAMES

_ANY = ("", _("any"))
_GAMES = [_ANY, *((game.slug, game.title) for game in GAMES.values())]
_PACES = [
    _ANY,
    ("minutes", _("up to an hour")),
    ("hours", _("up to twelve hours")),
    ("days", _("up to three days")),
    ("weeks", _("longer")),
]


class _ListFilter(forms.Form):
    """The filter fields that every list of matches has."""

    game = forms.ChoiceField(label=_("Game"), required=False, choices=_GAMES)
    pace = forms.ChoiceField(label=_("Time for each answer"), required=False, choices=_PACES)
    field_order = ("show", "game", "pace")

    def __init__(self, asked: QueryDict) -> None:
        chosen = {name: asked.get(name, "") for name in self.base_fields}
        super().__init__(chosen, auto_id="filter-%s")
        self.is_valid()
        self.chosen = {name: self.cleaned_data.get(name) or "" for name in self.base_fields}
        for name in [*self.errors]:
            del self.errors[name]
        self.data = self.chosen

    @property
    def query(self) -> str:
        """The chosen values as a URL query string, always in the same order; "" if nothing was chosen."""
        return urlencode([(name, value) for name, value in self.chosen.items() if value])

    @property
    def is_narrow(self) -> bool:
        """Whether any filter is set."""
        return bool(self.query)


class TableFilter(_ListFilter):
    """The filter of the public tables."""

    show = forms.ChoiceField(
        label=_("Show"), required=False, choices=[("", _("tables that need players")), ("watch", _("matches to watch"))]
    )

    @property
    def wanted(self) -> MatchFilter:
        """Return which matches to list."""
        chosen = self.chosen
        return MatchFilter(
            needs_players=chosen["show"] != "watch", game=chosen["game"] or None, pace=chosen["pace"] or None
        )


class OwnFilter(_ListFilter):
    """The filter of the reader's own matches."""

    show = forms.ChoiceField(
        label=_("Show"),
        required=False,
        choices=[
            ("", pgettext_lazy("matches", "all")),
            ("move", _("my move")),
            ("players", _("needs players")),
            (Match.Status.RUNNING.value, _("running")),
            (Match.Status.OVER.value, _("over")),
        ],
    )

    @property
    def wanted(self) -> MatchFilter:
        """Return which matches to list."""
        chosen = self.chosen
        return MatchFilter(
            to_move=chosen["show"] == "move",
            needs_players=chosen["show"] == "players",
            status=Match.Status(chosen["show"]) if chosen["show"] in Match.Status.values else None,
            game=chosen["game"] or None,
            pace=chosen["pace"] or None,
        )
