"""Signing in with an address and, if there is one, a password; without it a code is mailed."""

from typing import Any

from allauth.account import forms as account_forms
from allauth.account.internal.flows.manage_email import sync_user_email_address
from django.utils.translation import gettext as _


class CodeForm(account_forms.RequestLoginCodeForm):  # type: ignore[misc]
    """The form that asks where to mail a code. Entering the code verifies the address, even without a sign-up."""

    def clean_email(self) -> str:
        """Return the normalized address, after making sure that allauth knows the account's address."""
        address: str = super().clean_email()
        if self._user is not None:
            sync_user_email_address(self._user)
        return address


class LoginForm(account_forms.LoginForm):  # type: ignore[misc]
    """The sign-in form; the password may be empty."""

    def _setup_password_field(self) -> None:
        password = self.fields["password"]
        password.required = False
        password.help_text = _("Leave it empty, and we mail you a code to sign in with.")

    def _clean_without_password(self, email: str | None, phone: str | None) -> Any:
        cleaned = super()._clean_without_password(email, phone)
        if self.user is not None:
            sync_user_email_address(self.user)
        return cleaned
