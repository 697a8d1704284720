"""How allauth makes accounts of ours, and writes to the people who have them."""

from contextlib import nullcontext
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.languages import language_spoken, speaking_to
from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Saves an account with its name in one go, since an account without a name cannot exist."""

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:  # noqa: FBT001, FBT002
        """Save a new account; two that ask for one name or address at once are told to try again."""
        user.name = form.cleaned_data["name"]
        user.language = language_spoken()
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit)
        except IntegrityError as error:
            messages.error(request, _("Somebody was quicker with that name. Choose another."))
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        return saved

    def render_mail(self, template_prefix: str, email: str, context: dict[str, Any], headers: Any = None) -> Any:
        """Return a letter in the language of the account with this address, or of whoever asks where there is none."""
        person = User.objects.filter(email=User.objects.normalize_email(email)).first()
        with speaking_to(person) if person else nullcontext():
            return super().render_mail(template_prefix, email, context, headers)
