"""Signing in with an address and, if there is one, a password; without it a code is mailed."""

from allauth.account import forms as account_forms


class LoginForm(account_forms.LoginForm):  # type: ignore[misc]
    """Asks for the address; the password may stay empty."""

    def _setup_password_field(self) -> None:
        password = self.fields["password"]
        password.required = False
        password.help_text = "Leave it empty, and we mail you a code to sign in with."
