"""The account: one person, known to others by a name and to the logbook by a reference that never changes."""

import uuid
from typing import Any, ClassVar
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.names import LONGEST_KEY, MOST_CHARACTERS, check_name, name_key


def check_time_zone(name: str) -> None:
    """Raise ValidationError unless `name` is a zone of the IANA database."""
    if name not in available_timezones():
        raise ValidationError(_("There is no such time zone."), code="time_zone_unknown")


def check_language(code: str) -> None:
    """Raise ValidationError unless the site speaks the language with this code, as in `es`."""
    if code not in dict(settings.LANGUAGES):
        raise ValidationError(_("This site does not speak that language."), code="language_unknown")


class UserManager(BaseUserManager["User"]):
    """Makes accounts with a normalised address and the look-alike key of their name."""

    def create_user(self, email: str, name: str, password: str | None = None, **fields: Any) -> "User":
        """Return a new, saved account; without a password it signs in by mailed code only."""
        user = self.model(email=self.normalize_email(email), name=name, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, name: str, password: str | None = None, **fields: Any) -> "User":
        """Return a new, saved account with every right."""
        return self.create_user(email, name, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the account with this address, whatever the case it was typed in."""
        return self.get(email=(username or "").lower())

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """Return the address in lower case: matched exactly, never loosely, from then on."""
        return (email or "").strip().lower()


class User(AbstractBaseUser, PermissionsMixin):
    """A person with an account. The logbook knows people by `ref` only."""

    ref = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField(unique=True)
    name = models.CharField(max_length=MOST_CHARACTERS, validators=[check_name])
    name_key = models.CharField(max_length=LONGEST_KEY, unique=True, editable=False)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[check_time_zone])
    language = models.CharField(max_length=10, default=settings.LANGUAGE_CODE, validators=[check_language])
    mail_timings = models.JSONField(
        default=dict, blank=True, help_text="When each kind of mail is wanted, where not at once."
    )
    bundle_minutes = models.PositiveSmallIntegerField(default=60, help_text="How long bundled mail is gathered.")
    digest_hour = models.PositiveSmallIntegerField(default=8, help_text="The hour of the own day of the daily mail.")
    quiet_from = models.PositiveSmallIntegerField(null=True, blank=True, help_text="The hour quiet begins, own zone.")
    quiet_until = models.PositiveSmallIntegerField(null=True, blank=True, help_text="The hour quiet ends, own zone.")
    mail_mended_at = models.DateTimeField(
        null=True,
        blank=True,
        editable=False,
        help_text="Since when mail is wanted, or works, again, until that is seen to.",
    )
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        ordering = ("name_key",)
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                fields=["mail_mended_at"], name="mail_mended", condition=models.Q(mail_mended_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save with the look-alike key of the present name; a key that was told apart from another's stays so."""
        key = name_key(self.name)
        if self.name_key.partition("#")[0] != key:
            self.name_key = key
        super().save(*args, **kwargs)
