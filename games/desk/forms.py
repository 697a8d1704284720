"""The forms of the desk: a ruling, and a question to the table."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.models.disputes import LONGEST_WORDS
from games.table.rules.disputes import LONGEST_REASON
from games.table.rulings import (
    Adjudicate,
    AnyOrder,
    CloseMatch,
    GiveToCaretaker,
    MoveDeadline,
    OrderPause,
    OrderRewind,
    OrderSeatOffer,
    StartClocks,
    Uphold,
)
from pirates.seats import Seat

ORDERS = (
    ("uphold", _("Uphold: everything stands as it is")),
    ("wind_back", _("Void what came after an entry, and go on from there")),
    ("more_time", _("Give more time for an open question")),
    ("stop_clocks", _("Stop the clocks")),
    ("start_clocks", _("Let the clocks go on")),
    ("caretaker", _("Give a seat to a caretaker")),
    ("replace", _("Replace a player: a caretaker plays until somebody takes the seat")),
    ("adjudicate", _("End the match with a ranking")),
    ("close", _("Close the match; nobody has won it")),
)

OF_CLOCKS = ("more_time", "stop_clocks", "start_clocks")
"""Orders that settle no dispute."""


class RulingForm(forms.Form):
    """A ruling: an order, its parameters and its reason. Seats count from 1 here."""

    order = forms.ChoiceField(label=_("Ruling"), choices=ORDERS, widget=forms.RadioSelect)
    to = forms.IntegerField(label=_("Entry to go back to"), required=False, min_value=1, max_value=10**6)
    seat = forms.IntegerField(label=_("Seat"), required=False, min_value=1, max_value=6)
    ranking = forms.CharField(
        label=_("Ranking"),
        required=False,
        max_length=40,
        help_text=_("Seats from first to last, places apart by semicolons: “2; 1 3” puts seats 1 and 3 level."),
    )
    decision = forms.CharField(label=_("Question"), required=False, max_length=40)
    hours = forms.IntegerField(label=_("Hours"), required=False, min_value=1, max_value=14 * 24)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("The whole table reads this: name no card that somebody still hides, and no person."),
    )
    dispute = forms.IntegerField(required=False, min_value=1, max_value=1000, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Build the order as `made`; add an error for each missing parameter."""
        cleaned = super().clean() or {}
        if not self.errors:
            cleaned["made"] = self._made(cleaned)
        if cleaned.get("order") in OF_CLOCKS:
            cleaned["dispute"] = None
        return cleaned

    def _made(self, cleaned: dict[str, Any]) -> AnyOrder | None:
        match cleaned["order"]:
            case "wind_back":
                return OrderRewind(self._needed(cleaned, "to"))
            case "caretaker":
                return GiveToCaretaker(self._needed(cleaned, "seat") - 1)
            case "replace":
                return OrderSeatOffer(self._needed(cleaned, "seat") - 1)
            case "adjudicate":
                return Adjudicate(self._ranking(cleaned["ranking"]))
            case "close":
                return CloseMatch()
            case "more_time" | "stop_clocks" | "start_clocks":
                return self._of_clocks(cleaned)
            case _:
                return Uphold()

    def _of_clocks(self, cleaned: dict[str, Any]) -> AnyOrder:
        if cleaned["order"] == "start_clocks":
            return StartClocks()
        seconds = self._needed(cleaned, "hours") * 3600
        if cleaned["order"] == "stop_clocks":
            return OrderPause(seconds)
        if not cleaned["decision"]:
            self.add_error("decision", _("This ruling needs it."))
        return MoveDeadline(cleaned["decision"], seconds)

    def _needed(self, cleaned: dict[str, Any], name: str) -> int:
        if cleaned.get(name) is None:
            self.add_error(name, _("This ruling needs it."))
            return 1
        number: int = cleaned[name]
        return number

    def _ranking(self, text: str) -> tuple[tuple[Seat, ...], ...]:
        try:
            return tuple(tuple(int(seat) - 1 for seat in place.split()) for place in text.split(";"))
        except ValueError:
            self.add_error("ranking", _("Write seat numbers, apart by spaces, and places apart by semicolons."))
            return ()


class QuestionForm(forms.Form):
    """A question to one seat, or to the whole table."""

    text = forms.CharField(label=_("Question"), max_length=LONGEST_WORDS, widget=forms.Textarea(attrs={"rows": 3}))
    seat = forms.IntegerField(
        label=_("Seat"), required=False, min_value=1, max_value=6, help_text=_("Empty: the whole table.")
    )
