"""Issuing, finding and revoking API keys."""

from django.utils import timezone

from accounts.models import ApiKey, User
from accounts.models.api_key import PREFIX, digest_of, new_key

_OWNER = (
    "SELECT owner.* FROM accounts_apikey AS key JOIN accounts_user AS owner ON owner.id = key.user_id"
    " WHERE key.digest = %s AND key.revoked_at IS NULL AND owner.is_active"
)


def issue_api_key(*, user: User, name: str) -> tuple[ApiKey, str]:
    """Return a new key's row and the key itself, which is never readable again."""
    key = new_key()
    row = ApiKey.objects.create(user=user, name=name, hint=key[: len(PREFIX) + 6], digest=digest_of(key))
    return row, key


def find_key_owner(key: str) -> User | None:
    """Return the active owner of a key that is not revoked, with one hand-written query: every request makes it."""
    return next(iter(User.objects.raw(_OWNER, [digest_of(key)])), None)


def revoke_api_key(*, user: User, key_id: int) -> bool:
    """Revoke one of the user's own keys; return whether there was one to revoke."""
    return bool(ApiKey.objects.filter(user=user, pk=key_id, revoked_at=None).update(revoked_at=timezone.now()))
