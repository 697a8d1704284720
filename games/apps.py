"""The games application."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import get_language, gettext, ngettext, pgettext

from pirates.wording import Translator, speak_through


class GamesConfig(AppConfig):
    """Registers the `games` application with Django."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "games"

    def ready(self) -> None:
        """Translate the games into the language active in the thread; leave only our own pages in the admin."""
        speak_through(Translator(gettext, ngettext, pgettext, get_language))
        import_module("games.admin").shut_pages_of_libraries()
