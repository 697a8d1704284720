"""The games application."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import get_language, gettext, ngettext, pgettext

from pirates.wording import Translator, speak_through


class GamesConfig(AppConfig):
    """Registers the games room with Django."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "games"

    def ready(self) -> None:
        """Let the games speak the language that is active in the thread, and the admin show pages of ours only."""
        speak_through(Translator(gettext, ngettext, pgettext, get_language))
        import_module("games.admin").shut_pages_of_libraries()
