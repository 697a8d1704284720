"""Forms for signing up and for changing one's own account."""

from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiKey, User
from accounts.names import MOST_CHARACTERS, check_name, name_key
from accounts.preferences import change_preferences


def check_name_is_free(name: str) -> None:
    """Raise ValidationError if this name, or one that looks the same, is taken."""
    if User.objects.filter(name_key=name_key(name)).exists():
        raise ValidationError(
            _("Somebody has this name, or one that looks like it. Choose another."), code="name_taken"
        )


def _name_field() -> forms.CharField:
    return forms.CharField(
        label=_("Name"),
        max_length=MOST_CHARACTERS,
        help_text=_("What other players call you: letters, digits, spaces, hyphens and apostrophes."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class SignupForm(forms.Form):
    """The fields of signing up besides the mail address."""

    name = _name_field()
    field_order = ("name", "email")

    def clean_name(self) -> str:
        """Return the name if it is allowed and free; raises ValidationError."""
        name = " ".join(self.cleaned_data["name"].split())
        check_name(name)
        check_name_is_free(name)
        return name

    def signup(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Do nothing: the adapter has already saved the name with the account."""


class ProfileForm(forms.Form):
    """The name, time zone and language of an account."""

    name = _name_field()
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("Deadlines are shown in this zone."))
    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        required=False,
        help_text=_("Pages and letters come in this language."),
    )

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        self.user = user
        initial = {"name": user.name, "time_zone": user.time_zone, "language": user.language}
        super().__init__(data, initial=initial)
        zones = [(name, name.replace("_", " ")) for name in sorted(available_timezones())]
        self.fields["time_zone"].choices = zones  # type: ignore[attr-defined]

    def save(self) -> bool:
        """Save the form to the account; return False and add an error if the change is refused."""
        chosen = self.cleaned_data
        name = " ".join(chosen["name"].split())
        language = chosen["language"] or None
        person = User.objects.get(pk=self.user.pk)
        try:
            change_preferences(user=person, name=name, time_zone=chosen["time_zone"], language=language)
        except ValidationError as refusal:
            self.add_error("name", refusal.messages)
        return not self.errors


class ApiKeyForm(forms.Form):
    """The name, scope and validity of a new API key."""

    name = forms.CharField(label=_("What is the key for?"), max_length=60)
    scope = forms.ChoiceField(
        label=_("What may it do?"), choices=ApiKey.Scope.choices, initial=ApiKey.Scope.PLAY, required=False
    )
    days = forms.TypedChoiceField(
        label=_("How long is it good?"),
        choices=((30, _("30 days")), (90, _("90 days")), (365, _("a year")), ("", _("until it is revoked"))),
        initial=365,
        coerce=int,
        empty_value=None,
        required=False,
    )

    def clean_scope(self) -> ApiKey.Scope:
        """Return the key's scope; `play` if none was sent."""
        return ApiKey.Scope(self.cleaned_data["scope"] or ApiKey.Scope.PLAY)
