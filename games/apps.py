"""The games application."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Registers the games room with Django."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "games"
