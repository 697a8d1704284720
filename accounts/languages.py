"""Languages: the language of a person, and how to write to somebody who is not asking at the moment."""

from contextlib import AbstractContextManager

from django.conf import settings
from django.utils import translation

from accounts.models import User


def language_of(person: User | None) -> str:
    """Return the code of this person's language; for an unknown person (None), the site's."""
    known = dict(settings.LANGUAGES)
    return person.language if person is not None and person.language in known else settings.LANGUAGE_CODE


def speaking_to(person: User | None) -> AbstractContextManager[object]:
    """Activate this person's language within the context, and the former one afterwards."""
    return translation.override(language_of(person))


def language_spoken() -> str:
    """Return the code of the active language in the form that accounts store, for a person who signs up."""
    spoken = (translation.get_language() or "").partition("-")[0]
    return spoken if spoken in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
