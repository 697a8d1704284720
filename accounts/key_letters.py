"""Letters about API keys: the owner is mailed whenever one is created or revoked."""

from allauth.account.adapter import get_adapter
from django.http import HttpRequest

from accounts.models import ApiKey, User


def tell_of_new_key(request: HttpRequest, owner: User, key: ApiKey) -> None:
    """Mail the owner that a key was created."""
    get_adapter(request).send_notification_mail("account/email/key_made", owner, {"key_name": key.name})


def tell_of_revoked_key(request: HttpRequest, owner: User, key: ApiKey) -> None:
    """Mail the owner that a key was revoked."""
    get_adapter(request).send_notification_mail("account/email/key_revoked", owner, {"key_name": key.name})
