"""Referees: check, appoint and dismiss them. Nobody can become a referee through the site."""

from django.contrib.auth.models import Permission

from accounts.models import User

RIGHT = "games.rule_matches"


def is_referee(person: User) -> bool:
    """Whether this person may use the desk at all."""
    return person.is_active and person.is_staff and person.has_perm(RIGHT)


def appoint_referee(person: User) -> User:
    """Make a person a referee and return the updated account."""
    return _change(person, is_staff=True)


def dismiss_referee(person: User) -> User:
    """Take access to the desk and all staff pages away from a person and return the updated account."""
    return _change(person, is_staff=False)


def _change(person: User, *, is_staff: bool) -> User:
    right = Permission.objects.get(content_type__app_label="games", codename="rule_matches")
    User.objects.filter(pk=person.pk).update(is_staff=is_staff)
    change = person.user_permissions.add if is_staff else person.user_permissions.remove
    change(right)
    return User.objects.get(pk=person.pk)
