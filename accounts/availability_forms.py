"""Forms for a person's nights, weekends and absences. Days and times are in the person's zone."""

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models.availability import MINUTES_A_DAY, MOST_MINUTES_ASLEEP
from accounts.zones import zone_of


class HoursForm(forms.Form):
    """A person's night, and whether weekends are off."""

    asleep_from = forms.TimeField(
        label=_("Asleep from"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        help_text=_("In your own zone. Leave both empty if no hours are yours alone."),
    )
    awake_from = forms.TimeField(
        label=_("Awake from"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    weekends_off = forms.BooleanField(label=_("Weekends do not count"), required=False)

    @classmethod
    def filled(cls, *, asleep_from: int, asleep_minutes: int, weekends_off: bool) -> "HoursForm":
        """Return the form filled with the stored hours."""
        initial: dict[str, Any] = {"weekends_off": weekends_off}
        if asleep_minutes:
            initial["asleep_from"] = _wall(asleep_from)
            initial["awake_from"] = _wall(asleep_from + asleep_minutes)
        return cls(initial=initial)

    def clean(self) -> dict[str, Any]:
        """Refuse a night with only a beginning or an end, and one that is too long."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        begins, ends = cleaned.get("asleep_from"), cleaned.get("awake_from")
        if (begins is None) != (ends is None):
            raise ValidationError(gettext("Say both when your night begins and when it ends, or neither."))
        cleaned["minutes"] = (_minutes(ends) - _minutes(begins)) % MINUTES_A_DAY if begins and ends else 0
        if cleaned["minutes"] > MOST_MINUTES_ASLEEP:
            most = MOST_MINUTES_ASLEEP // 60
            raise ValidationError(gettext("A night is {hours} hours at most.").format(hours=most))
        return cleaned

    def hours(self) -> dict[str, Any]:
        """Return the chosen hours as they are stored; the form must be valid."""
        chosen = self.cleaned_data
        begins = chosen["asleep_from"]
        return {
            "asleep_from": 0 if begins is None else _minutes(begins),
            "asleep_minutes": chosen["minutes"],
            "weekends_off": chosen["weekends_off"],
        }


class AbsenceForm(forms.Form):
    """The first and the last day of an absence; both are whole days."""

    first_day = forms.DateField(label=_("First day away"), widget=forms.DateInput(attrs={"type": "date"}))
    last_day = forms.DateField(label=_("Last day away"), widget=forms.DateInput(attrs={"type": "date"}))

    def span(self, zone: str) -> tuple[datetime, datetime]:
        """Return the beginning and end of these days in `zone`; the form must be valid. Raises ValidationError."""
        here = zone_of(zone)
        first, last = self.cleaned_data["first_day"], self.cleaned_data["last_day"]
        try:
            return datetime.combine(first, time(), here), datetime.combine(last + timedelta(days=1), time(), here)
        except OverflowError as error:
            raise ValidationError(gettext("There is no such day in our calendar.")) from error


def _minutes(wall: time) -> int:
    return wall.hour * 60 + wall.minute


def _wall(minutes: int) -> time:
    hour, minute = divmod(minutes % MINUTES_A_DAY, 60)
    return time(hour, minute)
