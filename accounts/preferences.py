"""Preferences: the settings that people change themselves."""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names import name_key


def change_preferences(
    *,
    user: User,
    name: str | None = None,
    time_zone: str | None = None,
    language: str | None = None,
) -> User:
    """Save the given fields and return the account; raises ValidationError, also for a look-alike name."""
    keeps_name = name is None or name == user.name
    user.name = user.name if name is None else name
    user.time_zone = user.time_zone if time_zone is None else time_zone
    user.language = user.language if language is None else language
    user.clean_fields(exclude=["password", "email", *(["name", "name_key"] if keeps_name else [])])
    taken = ValidationError(_("Somebody has this name, or one that looks like it. Choose another."), code="name_taken")
    if not keeps_name and User.objects.filter(name_key=name_key(user.name)).exclude(pk=user.pk).exists():
        raise taken
    try:
        with transaction.atomic():
            user.save(update_fields=["name", "name_key", "time_zone", "language"])
    except IntegrityError as error:
        raise taken from error
    return user
