"""The hooks by which allauth creates our accounts and writes to their owners."""

import smtplib
from contextlib import nullcontext
from typing import Any

import structlog
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.sites.shortcuts import get_current_site
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.addresses import Cause, clean_detail, lift_stop, mark_of, stop, stop_of
from accounts.api_keys import revoke_all_keys
from accounts.askers import address_of
from accounts.fresh import has_second_factor, require_fresh
from accounts.guests import is_guest_address
from accounts.known_browsers import get_to_know
from accounts.languages import language_spoken, speaking_to
from accounts.mending import note_mended
from accounts.models import User
from accounts.refusals import Blame, check_taken, refusal_of
from accounts.return_paths import send_back_to
from accounts.sign_in_limits import guessing_place, may_guess, may_mail, may_tell

log = structlog.get_logger(__name__)

ASKED_FOR = frozenset({
    "account/email/email_confirmation",
    "account/email/email_confirmation_signup",
    "account/email/login_code",
    "account/email/password_reset_code",
    "account/email/password_reset_key",
})  # fmt: skip
"""Account mail that its reader has just asked for; it is sent even to a stopped address."""
NOTICES = frozenset({
    "account/email/email_changed",
    "account/email/email_deleted",
    "account/email/key_made",
    "account/email/key_revoked",
    "account/email/password_changed",
    "account/email/password_reset",
    "account/email/password_set",
    "account/email/recovery_code_used",
    "mfa/email/recovery_codes_generated",
    "mfa/email/totp_activated",
    "mfa/email/totp_deactivated",
})  # fmt: skip
"""Account mail about a change. Only the owner can cause it, so it has a limit of its own."""


_STOPPED_FOR = {Blame.GONE: Cause.BOUNCED, Blame.SUPPRESSED: Cause.SUPPRESSED}


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """Saves an account together with its name, because an account without a name cannot exist.

    Its mail keeps to what stands in `accounts/addresses.py`, as all mail does.
    """

    def render_mail(
        self, template_prefix: str, email: str, context: dict[str, Any], headers: dict[str, str] | None = None
    ) -> EmailMessage:
        """Return an account mail. It is marked as automatic, and a bounce names the mark of its address.

        It is in the language of the account with this address, or of whoever asks where there is none.
        """
        said = {"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All", **(headers or {})}
        person = User.objects.filter(email=User.objects.normalize_email(email)).first()
        with speaking_to(person) if person else nullcontext():
            message: EmailMessage = super().render_mail(template_prefix, email, context, said)
        send_back_to(message, f"a{mark_of(email)}")
        return message

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send an account mail unless its address is stopped or has reached its limit; the page does not tell."""
        if template_prefix not in NOTICES and not may_mail(self.request, email):
            log.warning("account_mail_too_often", template=template_prefix)
            messages.error(self.request, _("This address was sent enough mails for now. Ask again in an hour."))
            return
        if template_prefix not in ASKED_FOR and stop_of(email):
            log.info("account_mail_not_sent", template=template_prefix)
            return
        try:
            message = self.render_mail(template_prefix, email, self._told(email, context))
            message.send()
            check_taken(message)
        except Exception as error:  # noqa: BLE001 - every mail provider has errors of its own
            self._note_not_sent(template_prefix, email, error)

    def _told(self, email: str, context: dict[str, Any]) -> dict[str, Any]:
        return {"request": self.request, "email": email, "current_site": get_current_site(self.request), **context}

    def _note_not_sent(self, template_prefix: str, email: str, error: Exception) -> None:
        refusal = refusal_of(error)
        blame = refusal.blame if refusal else None
        is_known = refusal is not None or isinstance(error, smtplib.SMTPException | OSError)
        told = {"template": template_prefix, "error": type(error).__name__, "blame": blame.name if blame else ""}
        log.warning("account_mail_failed", **told, exc_info=None if is_known else error)
        if refusal is not None and blame in _STOPPED_FOR:
            stop(mark_of(email), _STOPPED_FOR[blame], clean_detail(refusal.detail))
        if blame is Blame.SUPPRESSED:
            messages.error(self.request, _("Our mail provider sends nothing to this address. Use another way in."))
        elif blame is Blame.GONE:
            messages.error(self.request, _("The mail was refused: there is no such address."))
        else:
            messages.error(self.request, _("The mail could not be sent just now. Ask for it again in a few minutes."))

    def send_notification_mail(
        self, template_prefix: str, user: User, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Mail the owner of an account about a change; a change of address is mailed to the old address."""
        address = email or user.email
        if not is_guest_address(address) and may_tell(address):
            super().send_notification_mail(template_prefix, user, context, address)

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the network address by which allauth counts its limits."""
        return address_of(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count a tried password; raises ValidationError after too many."""
        if not may_guess(request, credentials.get("email") or ""):
            raise self.validation_error("too_many_login_attempts")
        super().pre_authenticate(request, **credentials)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return guessing_place(request, credentials.get("email") or "")

    def is_reauthentication_required(self, *, app: str, **_more: Any) -> bool:  # noqa: ARG002
        """Return False after a fresh sign-in; raises ReauthenticationRequired otherwise.

        It raises because allauth, told True, would be content with a password where there is a second factor.
        """
        require_fresh(self.request)
        return False

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, Any]]:
        """Return the methods of reauthentication: only the second factor, if there is one."""
        methods: list[dict[str, Any]] = super().get_reauthentication_methods(user)
        if isinstance(user, User) and has_second_factor(user):
            return [each for each in methods if each["id"] == "mfa_reauthenticate"]
        return methods

    def post_login(self, request: HttpRequest, user: User, **told: Any) -> HttpResponse:
        """Resume mail to an address that has just been proved to work by a mailed code."""
        done = get_authentication_records(request, user) or [{}]
        if done[-1].get("method") == "code" and lift_stop(user.email):
            log.info("address_works_again", person=user.pk)
            note_mended(user.pk)
        if done[-1].get("type") == "recovery_codes":
            self.send_notification_mail("account/email/recovery_code_used", user)
        answer: HttpResponse = super().post_login(request, user, **told)
        get_to_know(request, answer, user.email)
        return answer

    def confirm_email(self, request: HttpRequest, email_address: Any) -> bool:
        """Confirm an address; open questions are then mailed to it."""
        is_done = bool(super().confirm_email(request, email_address))
        if is_done:
            note_mended(email_address.user_id)
        return is_done

    def set_password(self, user: User, password: str) -> None:
        """Set a password and revoke all API keys, in case somebody else had access to the account."""
        super().set_password(user, password)
        revoke_all_keys(user)

    def save_user(self, request: HttpRequest, user: User, form: Form, commit: bool = True) -> User:  # noqa: FBT001, FBT002
        """Save a new account; if two people ask for one name or address at once, they are asked to try again."""
        user.name = form.cleaned_data["name"]
        user.language = language_spoken()
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit)
        except IntegrityError as error:
            messages.error(request, _("Somebody was quicker with that name. Choose another."))
            raise ImmediateHttpResponse(redirect("account_signup")) from error
        return saved
