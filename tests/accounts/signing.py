"""Signing in within tests: as who did so just now, or long ago, and with a second factor."""

import time

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth
from django.test import Client

from accounts.models import User

PASSWORD = "a long demo word"
LONG_AGO = 3 * 60 * 60


def sign_in(client: Client, person: User, *, ago: float = 0.0, methods: tuple[str, ...] = ("password",)) -> Client:
    """Sign a person in, as if it had been done `ago` seconds ago by these methods, and return the client."""
    client.force_login(person)
    session = client.session
    session["account_authentication_methods_user"] = str(person.pk)
    session["account_authentication_methods"] = [{"method": each, "at": time.time() - ago} for each in methods]
    session.save()
    return client


def prove_address(person: User) -> None:
    """Have the address of an account on file as proved."""
    EmailAddress.objects.get_or_create(user=person, email=person.email, defaults={"verified": True, "primary": True})


def set_up_app(person: User) -> str:
    """Give an account an app and recovery codes as its second factor, and return the app's secret."""
    prove_address(person)
    secret: str = auth.generate_totp_secret()
    auth.TOTP.activate(person, secret)
    RecoveryCodes.activate(person)
    return secret


def app_of(person: User) -> Authenticator | None:
    """Return the second factor of an account."""
    found: Authenticator | None = Authenticator.objects.filter(user=person, type=Authenticator.Type.TOTP).first()
    return found


def code_now(secret: str) -> str:
    """Return the code that an app with this secret shows now."""
    return str(auth.format_hotp_value(auth.hotp_value(secret, next(auth.yield_hotp_counters_from_time()))))
