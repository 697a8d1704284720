"""Languages: which one a person is spoken to in, and how to speak to somebody who did not ask just now."""

from contextlib import AbstractContextManager

from django.conf import settings
from django.utils import translation

from accounts.models import User


def language_of(person: User | None) -> str:
    """Return the code of the language in which this person, or somebody unknown, is spoken to."""
    known = dict(settings.LANGUAGES)
    return person.language if person is not None and person.language in known else settings.LANGUAGE_CODE


def speaking_to(person: User | None) -> AbstractContextManager[object]:
    """Have everything inside said in this person's language, and then go on in the one spoken before."""
    return translation.override(language_of(person))


def language_spoken() -> str:
    """Return the code of the language spoken just now, as an account keeps it: for somebody who is here to sign up."""
    spoken = (translation.get_language() or "").partition("-")[0]
    return spoken if spoken in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
