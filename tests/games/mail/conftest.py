"""Real SMTP and IMAP servers for the test, with the site's settings pointing at them."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings

from tests.games.mail.dovecot import Dovecot, serve_imap
from tests.games.mail.harbour import Harbour, free_port, serve
from tests.games.mail.office import Office, open_office


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


@pytest.fixture
def office(settings: Settings, tmp_path: Path) -> Iterator[Office]:
    """Keep the site's own post office open, its mailboxes in a folder of the test's own."""
    settings.POST_OFFICE_DIR = tmp_path / "post"
    with open_office() as office:
        settings.POST_OFFICE_HOST, settings.POST_OFFICE_PORT = "127.0.0.1", office.port
        yield office


@pytest.fixture(scope="session")
def imap_server() -> Iterator[Dovecot]:
    with serve_imap() as dovecot:
        yield dovecot


@pytest.fixture
def dovecot(imap_server: Dovecot, settings: Settings) -> Dovecot:
    imap_server.empty()
    settings.INBOUND_IMAP_URL = imap_server.url()
    return imap_server
