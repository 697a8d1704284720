"""Issuing, finding and revoking API keys."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from accounts.models import ApiKey, User
from accounts.models.api_key import PREFIX, digest_of, new_key

Scope = ApiKey.Scope

_OWNER = (
    "SELECT owner.*, key.id AS key_id, key.scope AS key_scope, key.last_used_at AS key_used_at"
    " FROM accounts_apikey AS key JOIN accounts_user AS owner ON owner.id = key.user_id"
    " WHERE key.digest = %s AND key.revoked_at IS NULL AND owner.is_active"
    " AND (key.expires_at IS NULL OR key.expires_at > %s)"
)
_NOTED_EVERY = timedelta(hours=1)
"""The precision of a key's last use; recording each use would write a row for every request."""


@dataclass(frozen=True, slots=True)
class Grant:
    """The rights of a presented key."""

    scope: ApiKey.Scope


def issue_api_key(
    *, user: User, name: str, scope: ApiKey.Scope = Scope.PLAY, days: int | None = None
) -> tuple[ApiKey, str]:
    """Return a new key's row and the key itself, which cannot be shown again; it is valid for `days`."""
    key = new_key()
    expires_at = None if days is None else timezone.now() + timedelta(days=days)
    told = {"name": name, "scope": scope, "expires_at": expires_at}
    row = ApiKey.objects.create(user=user, hint=key[: len(PREFIX) + 6], digest=digest_of(key), **told)
    return row, key


def find_key_owner(key: str) -> tuple[User, Grant] | None:
    """Return the active owner of a valid key, and the key's rights.

    One hand-written query, as every request makes it; once an hour the use of the key is noted, too.
    """
    now = timezone.now()
    moment = connection.ops.adapt_datetimefield_value(now)
    owner: Any = next(iter(User.objects.raw(_OWNER, [digest_of(key), moment])), None)
    if owner is None:
        return None
    _note_use(owner.key_id, _aware(owner.key_used_at), now)
    return owner, Grant(Scope(owner.key_scope))


def _aware(instant: datetime | None) -> datetime | None:
    """Return an instant with its zone; in raw queries SQLite returns it in UTC without one."""
    return instant.replace(tzinfo=UTC) if instant is not None and timezone.is_naive(instant) else instant


def _note_use(key_id: int, used_at: datetime | None, now: datetime) -> None:
    if used_at is None or now - used_at >= _NOTED_EVERY:
        ApiKey.objects.filter(pk=key_id).update(last_used_at=now)


def revoke_api_key(*, user: User, key_id: int) -> ApiKey | None:
    """Revoke one of the user's own keys and return it, or None if there was none to revoke."""
    key = ApiKey.objects.filter(user=user, pk=key_id, revoked_at=None).first()
    is_done = key and ApiKey.objects.filter(pk=key_id, revoked_at=None).update(revoked_at=timezone.now())
    return key if is_done else None


def revoke_all_keys(user: User) -> int:
    """Revoke every key of an account, for example after a change of its password; return their number."""
    return ApiKey.objects.filter(user=user, revoked_at=None).update(revoked_at=timezone.now())
