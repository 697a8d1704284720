"""The settings that follow from an https address: trust in the TLS proxy, and nothing in clear text."""

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

from config.environment import Environment

PROBES = (r"^healthz$", r"^readyz$", r"^metrics$")
"""Our own machines request these in clear text, past the proxy."""
OWN_MACHINE = ("127.0.0.1", "localhost", "[::1]")
MONTH = 30 * 24 * 60 * 60
_COOKIES = {
    "SESSION_COOKIE_NAME": "sessionid",
    "CSRF_COOKIE_NAME": "csrftoken",
    "LANGUAGE_COOKIE_NAME": "django_language",
}
_SECURE = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "LANGUAGE_COOKIE_SECURE")


def tls_settings(site_url: str, env: Environment) -> dict[str, Any]:
    """Return Django's TLS settings for a site at this address; variables in `env` take precedence.

    Raises ImproperlyConfigured for an address that is none. A proxy's header is believed only where it is https.
    """
    parts = urlsplit(site_url)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path or parts.query:
        raise ImproperlyConfigured(f"SITE_URL is scheme and host, as in https://letters.example; it is {site_url!r}.")
    is_https = parts.scheme == "https"
    prefix = "__Host-" if is_https else ""
    header = env("TLS_PROXY_HEADER", default="X-Forwarded-Proto") if is_https else ""
    return {
        **{setting: prefix + name for setting, name in _COOKIES.items()},
        **dict.fromkeys(_SECURE, is_https),
        "CSRF_TRUSTED_ORIGINS": env.list("CSRF_TRUSTED_ORIGINS", default=[]) or [f"https://{parts.netloc}"] * is_https,
        "SECURE_PROXY_SSL_HEADER": (_as_meta(header), "https") if header else None,
        "SECURE_SSL_REDIRECT": is_https and env.bool("TLS_REDIRECT", default=True),
        "SECURE_REDIRECT_EXEMPT": list(PROBES),
        "SECURE_HSTS_SECONDS": env.int("HSTS_SECONDS", default=MONTH) if is_https else 0,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": is_https and env.bool("HSTS_SUBDOMAINS", default=False),
        "SECURE_HSTS_PRELOAD": is_https and env.bool("HSTS_PRELOAD", default=False),
    }


def own_hosts(site_url: str, named: list[str]) -> list[str]:
    """Return the allowed hosts: the named ones or else the site's own, and this machine for its health probes."""
    return list(dict.fromkeys([*(named or [urlsplit(site_url).hostname or ""]), *OWN_MACHINE]))


def _as_meta(header: str) -> str:
    return "HTTP_" + header.upper().replace("-", "_")
