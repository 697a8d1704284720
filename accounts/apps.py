"""The accounts application."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Registers the accounts application with Django."""

    default_auto_field = "django.db.models.BigAutoField"
    name = "accounts"
