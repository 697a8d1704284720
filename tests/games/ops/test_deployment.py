"""A deployment behind a proxy that ends TLS: its settings are clean, and follow from the site's address being https."""

import os
import subprocess
import sys
from typing import Any

import environ
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from config.tls import own_hosts, tls_settings
from tests.test_house_rules import ROOT

DEPLOYED = {
    "SECRET_KEY": "b7Zq-5tJ0x_2mKfW9sLr4uYcVh8NgPdEa1TiXo6QyRwBkCz3-only-for-tests",
    "SITE_URL": "https://letters.example",
    "ALLOWED_HOSTS": "letters.example",
    "DATABASE_URL": "postgres://letters:word@127.0.0.1:5432/letters",
    "BROKER_URL": "redis://127.0.0.1:6379/0",
    "EMAIL_URL": "smtp+tls://user:word@mail.example:587",
    "MAIL_DOMAIN": "mail.letters.example",
}


def follows(site_url: str = "https://letters.example", **given: str) -> dict[str, Any]:
    """Return the settings that follow from an address and an environment of a test's own."""
    env = environ.Env()
    env.ENVIRON = given
    return tls_settings(site_url, env)


def test_the_checks_of_a_deployment_find_nothing() -> None:
    clean = {name: os.environ[name] for name in ("PATH", "HOME", "VAR_DIR") if name in os.environ}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(command, cwd=ROOT, env=clean | DEPLOYED, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_nothing_changes_for_a_site_without_tls_whatever_is_set_besides() -> None:
    said = follows("http://127.0.0.1:8000", TLS_PROXY_HEADER="X-Forwarded-Proto", HSTS_SECONDS="60", TLS_REDIRECT="on")
    assert said["SECURE_PROXY_SSL_HEADER"] is None
    assert not any(said[name] for name in said if name.endswith(("_SECURE", "_REDIRECT", "_SECONDS", "_PRELOAD")))
    assert said["SESSION_COOKIE_NAME"] == "sessionid"
    assert said["CSRF_TRUSTED_ORIGINS"] == []


def test_each_setting_about_tls_can_be_said_otherwise() -> None:
    said = follows(TLS_PROXY_HEADER="X-Scheme", HSTS_SECONDS="60", TLS_REDIRECT="off", HSTS_SUBDOMAINS="on")
    assert said["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_SCHEME", "https")
    assert (said["SECURE_HSTS_SECONDS"], said["SECURE_SSL_REDIRECT"]) == (60, False)
    assert said["SECURE_HSTS_INCLUDE_SUBDOMAINS"]
    assert follows(TLS_PROXY_HEADER="")["SECURE_PROXY_SSL_HEADER"] is None
    assert follows(CSRF_TRUSTED_ORIGINS="https://a.example,https://b.example")["CSRF_TRUSTED_ORIGINS"] == [
        "https://a.example",
        "https://b.example",
    ]


@pytest.mark.parametrize(
    "wrong", ["letters.example", "ftp://letters.example", "https://", "https://a.example/letters", "https://a/?b=c", ""]
)
def test_an_address_of_the_site_that_is_none_is_refused_in_words(wrong: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="SITE_URL is scheme and host"):
        follows(wrong)


def test_the_site_answers_to_its_own_name_and_to_the_probes_of_its_machine() -> None:
    assert own_hosts("https://letters.example", [])[:2] == ["letters.example", "127.0.0.1"]
    assert own_hosts("https://letters.example", ["www.letters.example"])[:2] == ["www.letters.example", "127.0.0.1"]
    assert own_hosts("http://127.0.0.1:8000", []) == ["127.0.0.1", "localhost", "[::1]"]


@pytest.fixture
def deployed(settings: Settings) -> None:
    for name, value in follows().items():
        setattr(settings, name, value)
    settings.ALLOWED_HOSTS = own_hosts("https://letters.example", [])


@pytest.mark.django_db
def test_what_comes_in_clear_is_sent_to_tls_and_what_came_by_tls_is_answered(deployed: None) -> None:
    client = Client(headers={"host": "letters.example"})
    sent = client.get("/fairness/?a=b")
    assert (sent.status_code, sent.headers["Location"]) == (301, "https://letters.example/fairness/?a=b")
    answer = client.get("/fairness/", headers={"x-forwarded-proto": "https"})
    assert answer.status_code == 200
    assert answer.headers["Strict-Transport-Security"] == f"max-age={30 * 24 * 3600}"


@pytest.mark.django_db
def test_the_probe_of_the_container_is_answered_in_clear(deployed: None) -> None:
    assert Client(headers={"host": "127.0.0.1:8000"}).get("/healthz").status_code == 200


@pytest.mark.django_db
def test_cookies_are_bound_to_this_host_and_to_tls(deployed: None) -> None:
    User.objects.create_user("anna@letters.localhost", "Anna", "a long password")
    client = Client(headers={"host": "letters.example", "x-forwarded-proto": "https"}, enforce_csrf_checks=True)
    client.get("/accounts/login/")
    token = client.cookies["__Host-csrftoken"].value
    origin = {"origin": "https://letters.example", "referer": "https://letters.example/"}
    client.post("/language/", {"language": "de", "csrfmiddlewaretoken": token}, headers=origin)
    sent = {"login": "anna@letters.localhost", "password": "a long password", "csrfmiddlewaretoken": token}
    assert client.post("/accounts/login/", sent, headers=origin).status_code == 302
    signed = {"messages"}  # what is said once on the next page; signed, and worth nothing to who plants one
    assert set(client.cookies) - signed == {"__Host-csrftoken", "__Host-sessionid", "__Host-django_language"}
    assert all(each["secure"] and each["path"] == "/" and not each["domain"] for each in client.cookies.values())
