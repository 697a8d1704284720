"""The clock settings in the form that opens a match, apart from the pace."""

from datetime import timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.clocks.terms import (
    LARGEST_BANK,
    LONGEST_PAUSE,
    LONGEST_STRETCH,
    MOST_DAYS_AWAY,
    MOST_HOURS_ASLEEP,
    MOST_PAUSES,
    ClockTerms,
)

MOST_DAYS = 20_000
_BANKS = {"none": (0.0, 0.0, 0.0), "small": (1.0, 0.25, 1.0), "large": (3.0, 0.5, 5.0)}
"""The start, refill and cap of a time bank, as multiples of the pace."""


class ClockForm(forms.Form):
    """Time banks, stretches for sleep, weekends and absences, pauses, and the last day. An empty field counts as 0."""

    bank = forms.ChoiceField(
        label=_("Time in hand"),
        required=False,
        choices=[
            ("none", pgettext_lazy("time in hand", "none")),
            ("small", _("some: the time of one answer, and a quarter of it back with each")),
            ("large", _("much: the time of three answers, and half of one back with each, five at most")),
        ],
        help_text=_("Who needs longer than the time for an answer takes it from here."),
    )
    asleep_hours = forms.IntegerField(
        label=_("Hours of sleep a day"),
        required=False,
        min_value=0,
        max_value=MOST_HOURS_ASLEEP,
        initial=9,
        help_text=_("Clocks stand still in a player's night, for so many hours at most."),
    )
    weekends_off = forms.BooleanField(label=_("Who wants weekends off has them"), required=False)
    away_days = forms.IntegerField(
        label=_("Days away"),
        required=False,
        min_value=0,
        max_value=MOST_DAYS_AWAY,
        initial=7,
        help_text=_("How many days each player may be away, all absences of the match together."),
    )
    stretch_days = forms.IntegerField(
        label=_("Most days added to one answer"),
        required=False,
        min_value=0,
        max_value=LONGEST_STRETCH.days,
        initial=7,
        help_text=_("Sleep, weekends and absences never make an answer later than that."),
    )
    pauses = forms.IntegerField(
        label=_("Pauses"),
        required=False,
        min_value=0,
        max_value=MOST_PAUSES,
        initial=3,
        help_text=_("How often the match may be paused, if all agree."),
    )
    pause_days = forms.IntegerField(
        label=_("Longest pause in days"), required=False, min_value=0, max_value=LONGEST_PAUSE.days, initial=14
    )

    last_day = forms.IntegerField(
        label=_("Last day"),
        required=False,
        min_value=1,
        max_value=MOST_DAYS,
        help_text=_(
            "So many days after its start a match that is not over ends without a winner. Empty: as many as such a"
            " match hardly ever needs."
        ),
    )

    def terms(self, pace: timedelta) -> ClockTerms:
        """Return the chosen terms at this pace; the form must be valid."""
        chosen: dict[str, Any] = self.cleaned_data
        start, refill, cap = (self._share(pace, each) for each in _BANKS[chosen["bank"] or "none"])
        return ClockTerms(
            bank_seconds=start,
            refill_seconds=refill,
            cap_seconds=cap,
            asleep_hours=chosen["asleep_hours"] or 0,
            weekends_off=chosen["weekends_off"],
            away_days=chosen["away_days"] or 0,
            stretch_hours=24 * (chosen["stretch_days"] or 0),
            pauses=chosen["pauses"] or 0,
            pause_days=chosen["pause_days"] or 0,
            last_day_seconds=24 * 3600 * (chosen.get("last_day") or 0),
        )

    @staticmethod
    def _share(pace: timedelta, share: float) -> int:
        return int(min(pace * share, LARGEST_BANK).total_seconds())
