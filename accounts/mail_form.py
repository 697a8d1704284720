"""The form of a person's mail preferences: a timing for each kind, and the hours that timings need."""

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.mail_preferences import (
    GATHERED,
    HOURS,
    LONGEST_BUNDLE,
    SHORTEST_BUNDLE,
    Timing,
    change_mail_preferences,
    timing_of,
)
from accounts.models import User

_NONE = ""


@dataclass(frozen=True, slots=True)
class KindOfMail:
    """A kind of mail in the form: its value, its label, and the timings that make sense for it."""

    value: str
    label: str
    timings: Sequence[Timing]


def _hours(*, empty: str = "") -> list[tuple[str, str]]:
    hours = [(str(hour), f"{hour:02}:00") for hour in range(HOURS)]
    return [(_NONE, empty), *hours] if empty else hours


class MailForm(forms.Form):
    """The timing of each kind of mail. Its fields are `kind_<kind>` and those below."""

    bundle_minutes = forms.IntegerField(
        label=gettext_lazy("Gather bundled mail for, in minutes"),
        min_value=SHORTEST_BUNDLE,
        max_value=LONGEST_BUNDLE,
        help_text=gettext_lazy("Counted from the first letter that waits."),
    )
    digest_hour = forms.ChoiceField(label=gettext_lazy("Hour of the daily mail"))
    quiet_from = forms.ChoiceField(label=gettext_lazy("Quiet hours from"), required=False)
    quiet_until = forms.ChoiceField(label=gettext_lazy("Quiet hours until"), required=False)

    def __init__(self, data: QueryDict | None = None, *, user: User, kinds: Sequence[KindOfMail]) -> None:
        self.user, self.kinds = user, kinds
        wishes = {name: getattr(user, name) for name in ("bundle_minutes", "digest_hour", "quiet_from", "quiet_until")}
        super().__init__(data, initial={key: _NONE if value is None else value for key, value in wishes.items()})
        for kind in kinds:
            self.fields[f"kind_{kind.value}"] = forms.ChoiceField(
                label=kind.label,
                choices=[(timing.value, timing.label) for timing in kind.timings],
                initial=_shown(timing_of(user, kind.value), kind),
            )
        choices = {"digest_hour": _hours(), **dict.fromkeys(("quiet_from", "quiet_until"), _hours(empty=_("none")))}
        for name, hours in choices.items():
            self.fields[name].choices = hours  # type: ignore[attr-defined]

    @property
    def kind_fields(self) -> list[forms.BoundField]:
        """The fields of the kinds, for a page to list."""
        return [self[f"kind_{kind.value}"] for kind in self.kinds]

    def clean(self) -> None:
        """Refuse quiet hours with only a beginning or only an end."""
        if bool(self.cleaned_data.get("quiet_from")) != bool(self.cleaned_data.get("quiet_until")):
            self.add_error("quiet_until", _("Quiet hours need both a beginning and an end."))

    def save(self) -> bool:
        """Save the preferences to the account; return False and add an error if they are refused."""
        chosen = self.cleaned_data
        timings = {kind.value: chosen[f"kind_{kind.value}"] for kind in self.kinds}
        timings |= {way.value: Timing.AT_ONCE.value for way in GATHERED if way in timings.values()}
        quiet = (int(chosen["quiet_from"]), int(chosen["quiet_until"])) if chosen["quiet_from"] else ()
        try:
            change_mail_preferences(
                user=User.objects.get(pk=self.user.pk),
                timings=timings,
                bundle_minutes=chosen["bundle_minutes"],
                digest_hour=int(chosen["digest_hour"]),
                quiet=quiet,
            )
        except ValidationError as refusal:
            self.add_error(None, refusal.messages)
        return not self.errors


def _shown(timing: Timing, kind: KindOfMail) -> str:
    return timing.value if timing in kind.timings else Timing.AT_ONCE.value
