"""The harbour: a real SMTP server for the test, with the site's mail settings pointing at it."""

from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings

from tests.games.mail.harbour import Harbour, free_port, serve


@pytest.fixture
def harbour(settings: Settings) -> Iterator[Harbour]:
    """Serve SMTP on a free port and have the site send there."""
    port = free_port()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = "127.0.0.1", port, 5
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    harbour = Harbour()
    controller = serve(harbour, port)
    yield harbour
    controller.stop()
