"""Staff pages are open only to who has signed in with a second factor."""

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from games.models import Match

pytestmark = pytest.mark.django_db

STAFF_PAGES = ("/admin/", "/admin/games/match/", "/desk/", "/desk/disputes/")


@pytest.fixture(autouse=True)
def _second_factor(settings: Settings) -> None:
    settings.STAFF_SECOND_FACTOR = True


@pytest.fixture
def root(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("demo.root@letters.localhost", "Demo Root", "a long password"))
    return client


def code_now(secret: str) -> str:
    return str(auth.format_hotp_value(auth.hotp_value(secret, next(auth.yield_hotp_counters_from_time()))))


def sign_in_with_app(client: Client, root: User, *, code: str = "") -> None:
    """Set up an authenticator app for `root`, and sign in with password and code."""
    EmailAddress.objects.create(user=root, email=root.email, verified=True, primary=True)
    secret = auth.generate_totp_secret()
    auth.TOTP.activate(root, secret)
    client.post("/accounts/login/", {"login": root.email, "password": "a long password"})
    client.post("/accounts/2fa/authenticate/", {"code": code or code_now(secret)})


@pytest.mark.parametrize("path", STAFF_PAGES)
def test_one_factor_opens_no_page_of_staff(root: Client, path: str) -> None:
    answer = root.get(path)
    assert answer.status_code == 403
    assert b"A second factor is needed" in answer.content


@pytest.mark.parametrize("path", STAFF_PAGES)
def test_the_second_factor_opens_them(path: str, client: Client) -> None:
    root = User.objects.create_superuser("demo.root@letters.localhost", "Demo Root", "a long password")
    sign_in_with_app(client, root)
    assert client.get(path).status_code == 200


def test_players_need_no_second_factor(client: Client, match: Match, players: list[User]) -> None:
    client.force_login(players[0])
    assert client.get(f"/m/{match.pk}/").status_code == 200


def test_a_code_of_the_app_is_asked_for_at_sign_in(client: Client) -> None:
    root = User.objects.create_superuser("demo.root@letters.localhost", "Demo Root", "a long password")
    sign_in_with_app(client, root, code="000000")
    assert client.get("/desk/").status_code == 302
    assert Authenticator.objects.filter(user=root).exists()


def test_the_admin_loads_from_sends_to_and_is_framed_by_nobody_else(client: Client) -> None:
    root = User.objects.create_superuser("demo.root@letters.localhost", "Demo Root", "a long password")
    sign_in_with_app(client, root)
    for page in ("/admin/", "/admin/games/match/"):
        policy = client.get(page)["Content-Security-Policy"]
        for rule in ("default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "connect-src 'self'"):
            assert rule in policy
        assert "script-src 'self' 'unsafe-eval';" in policy + ";"
    assert "unsafe" not in client.get("/desk/")["Content-Security-Policy"]
