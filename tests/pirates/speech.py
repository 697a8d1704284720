"""The languages of the product, spoken by the rules without a host: from the catalogs as they are."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import GNUTranslations

from pirates.wording import Translator
from tests.catalogs import ROOT, compile_stale_catalogs
from tests.pirates.tongues import spoken

LANGUAGES = ("en", "de", "es")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Let the rules speak this language for a while."""
    with spoken(_translator(language)):
        yield


@cache
def _translator(language: str) -> Translator:
    if language == "en":
        return Translator()
    compile_stale_catalogs()
    with (ROOT / "pirates" / "locale" / language / "LC_MESSAGES" / "django.mo").open("rb") as source:
        catalog = GNUTranslations(source)
    return Translator(catalog.gettext, catalog.ngettext, catalog.pgettext)
