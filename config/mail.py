"""Mail settings from one URL: an SMTP server, or a provider that Anymail supports.

`smtp://user:password@host:port` and its kin; `mailgun://API-KEY@sender.domain`; `postmark://SERVER-TOKEN@`.
"""

from typing import Any
from urllib.parse import unquote, urlsplit

import environ

PROVIDERS = ("mailgun", "postmark")
MAIL_SCHEMES = (*environ.Env.EMAIL_SCHEMES, *PROVIDERS)


def provider_of(url: str) -> str:
    """Return the provider that an EMAIL_URL names, or "" for an SMTP server."""
    scheme = urlsplit(url).scheme
    return scheme if scheme in PROVIDERS else ""


def email_config(url: str) -> dict[str, Any]:
    """Return Django's EMAIL_ settings for a URL."""
    provider = provider_of(url)
    if not provider:
        config: dict[str, Any] = environ.Env.email_url_config(url)
        return config
    bare = dict.fromkeys(("EMAIL_HOST", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD"), "")
    return {"EMAIL_BACKEND": f"anymail.backends.{provider}.EmailBackend", "EMAIL_PORT": 0, **bare}


def anymail_config(url: str, hooks: str, secret: str) -> dict[str, str]:
    """Return Anymail's settings: how to send by `url`, and the secret that authenticates the posts of `hooks`."""
    parts, config = urlsplit(url), {}
    key = unquote(parts.username or "")
    if parts.scheme == "mailgun":
        config = {"MAILGUN_API_KEY": key, "MAILGUN_SENDER_DOMAIN": parts.hostname or ""}
    elif parts.scheme == "postmark":
        config = {"POSTMARK_SERVER_TOKEN": key}
    if hooks and secret:
        config["MAILGUN_WEBHOOK_SIGNING_KEY" if hooks == "mailgun" else "WEBHOOK_SECRET"] = secret
    return config


def fetching(imap_url: str, seconds: float) -> dict[str, Any]:
    """Return the scheduled task for an IMAP server, or nothing if there is none."""
    task = {"task": "games.tasks.fetch_mailbox", "schedule": seconds, "options": {"expires": 60}}
    return {"fetch_mailbox": task} if imap_url else {}
