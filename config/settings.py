"""Settings. With nothing configured: SQLite, a broker in files and a local post office, all under `var/`.

`DATABASE_URL`, `BROKER_URL` and `EMAIL_URL` switch to PostgreSQL, Redis and a real mail provider; `SECRET_KEY`,
`ALLOWED_HOSTS`, `SITE_URL` and `MAIL_DOMAIN` name the service, and all about TLS follows from an https `SITE_URL`;
`DEBUG` is off unless asked for.
"""

import os
import sys
from pathlib import Path

from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key
from kombu import Queue

from config.api import REST_FRAMEWORK as REST_FRAMEWORK
from config.api import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS
from config.caches import shared_cache
from config.database import database, place_of
from config.environment import Environment
from config.logs import configure_structlog, logging_settings
from config.mail import MAIL_SCHEMES, PROVIDERS, anymail_config, email_config, fetching, provider_of
from config.sign_in import SIGN_IN
from config.tls import OWN_MACHINE, own_hosts, tls_settings

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment()

VAR_DIR = Path(env("VAR_DIR") or BASE_DIR / "var")
VAR_DIR.mkdir(parents=True, exist_ok=True)


def _local_secret_key() -> str:
    """Return the key of this checkout, created once and stored in `var/`; a deployment sets SECRET_KEY."""
    kept = VAR_DIR / "secret_key"
    if not kept.exists():
        kept.touch(mode=0o600)
        kept.write_text(get_random_secret_key())
    return kept.read_text()


# The service
SECRET_KEY = env("SECRET_KEY", default="") or _local_secret_key()
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
DEBUG = env.bool("DEBUG", default=False)
SITE_URL = env.url("SITE_URL", "http://127.0.0.1:8000", ("http", "https"), needs_host=True).rstrip("/")
ALLOWED_HOSTS = own_hosts(SITE_URL, env.list("ALLOWED_HOSTS", default=[]))
globals().update(tls_settings(SITE_URL, env))  # cookies, redirect, HSTS and the proxy's header: all from SITE_URL
TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=int(SITE_URL.startswith("https://")), most=9)
ALLAUTH_TRUSTED_PROXY_COUNT = REST_FRAMEWORK["NUM_PROXIES"] = TRUSTED_PROXY_COUNT
MOST_OPEN_TABLES = env.int("MOST_OPEN_TABLES", default=20, least=1)  # that wait for players, for each host
CSRF_FAILURE_VIEW = "games.web.tables.fronts.refuse_forgery"
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"

LOGGING = logging_settings(is_for_people=not env.bool("LOG_JSON", default=not (DEBUG or sys.stderr.isatty())))
configure_structlog()

INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "accounts",
    "games",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "csp",
]

MIDDLEWARE = [
    "games.web.health.answer_alive_first",
    "games.web.measuring.measure",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.web.middleware.PageMiddleware",
    "games.desk.second_factor.SecondFactorMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.web.context.navigation",
            ],
        },
    },
]
SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # whether HSTS binds the other hosts of a domain, and browsers' lists, is for its owner to say:
    "security.W021",  # HSTS_SUBDOMAINS and HSTS_PRELOAD
]

# Database: the truth
DATABASES = {
    "default": database(
        os.environ.get("DATABASE_URL"), VAR_DIR, most_connections=env.int("DB_POOL", default=8, least=1, most=1000)
    )
}
DATABASE_PLACE = place_of(DATABASES["default"])
SERIALIZATION_MODULES = {"json": "config.exact_json"}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Broker: it only wakes the workers
BROKER_URL = env.url("BROKER_URL", "filesystem://localhost", ("filesystem", "redis", "rediss", "amqp", "amqps"))
CELERY_BROKER_URL = BROKER_URL
CACHES = shared_cache(env("CACHE_URL", default="") or BROKER_URL, VAR_DIR / "cache")
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {"socket_connect_timeout": 2, "socket_timeout": 10}
if BROKER_URL.startswith("filesystem://"):
    _BROKER_DIR = VAR_DIR / "broker"
    for _folder in ("messages", "control"):
        (_BROKER_DIR / _folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_BROKER_DIR / "messages"),
        "data_folder_out": str(_BROKER_DIR / "messages"),
        "control_folder": str(_BROKER_DIR / "control"),
        "polling_interval": 0.05,
    }
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_TIME_LIMIT = 300  # a sweep that hangs is ended; its rows are released and swept again
CELERY_TASK_DEFAULT_QUEUE = "letters"
CELERY_TASK_QUEUES = [Queue(name) for name in ("letters", "mail", "mailbox")]  # a worker takes all of them by default
CELERY_TASK_ROUTES = {"games.tasks.relay_outbox": "mail", "games.tasks.fetch_mailbox": "mailbox"}
"""Tasks that wait for a mail server have queues of their own, so that a slow one delays neither sweeps nor bots."""
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
SWEEP_SECONDS = env.float("SWEEP_SECONDS", default=5.0, least=0.2, most=300.0)
WAKE_UPS = env.bool("WAKE_UPS", default=True)
CELERY_BEAT_SCHEDULE = {
    name: {"task": f"games.tasks.{name}", "schedule": SWEEP_SECONDS, "options": {"expires": 60}}
    for name in (
        "expire_deadlines",
        "resolve_phases",
        "close_proposals",
        "play_bots",
        "play_queued",
        "send_reminders",
        "mend_mail",
        "read_inbox",
        "relay_outbox",
        "end_ready_checks",
    )
}
CELERY_BEAT_SCHEDULE["tick"] = {
    "task": "games.tasks.tick",
    "schedule": min(SWEEP_SECONDS, 30.0),
    "options": {"expires": 60},
}
CELERY_BEAT_SCHEDULE |= {
    name: {"task": f"games.tasks.{name}", "schedule": seconds, "options": {"expires": int(seconds)}}
    for name, seconds in (
        ("clear_away_guests", 3600.0),
        ("clear_away_rows", 3600.0),
        ("clear_away_mail", 600.0),
        ("verify_logs", 300.0),
    )
}

# Retention
KEEP_MAIL_DAYS = env.int("KEEP_MAIL_DAYS", default=90, least=1)
KEEP_LETTERS_DAYS = env.int("KEEP_LETTERS_DAYS", default=90, least=7)
KEEP_ADDRESSES_DAYS = env.int("KEEP_ADDRESSES_DAYS", default=90, least=7)
KEEP_KEYS_DAYS = env.int("KEEP_KEYS_DAYS", default=30, least=1)
KEEP_STRAY_MAIL_DAYS = env.int("KEEP_STRAY_MAIL_DAYS", default=7, least=1)

# Mail
INBOUND_IMAP_URL = env.url("INBOUND_IMAP_URL", "", ("imap", "imaps", "imap+tls"), needs_host=True)
INBOUND_IMAP_SECONDS = env.float("INBOUND_IMAP_SECONDS", default=30.0, least=5.0)
CELERY_BEAT_SCHEDULE |= fetching(INBOUND_IMAP_URL, INBOUND_IMAP_SECONDS)
POST_OFFICE_HOST = env("POST_OFFICE_HOST") or "127.0.0.1"
POST_OFFICE_PORT = env.int("POST_OFFICE_PORT", default=1025, least=1, most=65535)
EMAIL_URL = env.url("EMAIL_URL", f"smtp://{POST_OFFICE_HOST}:{POST_OFFICE_PORT}", MAIL_SCHEMES)
EMAIL_CONFIG = email_config(EMAIL_URL)
MAIL_HOOK_SECRET = env("MAIL_HOOK_SECRET", default="")
MAIL_HOOKS = env.choice("MAIL_HOOKS", provider_of(EMAIL_URL), PROVIDERS) if MAIL_HOOK_SECRET else ""
ANYMAIL = anymail_config(EMAIL_URL, MAIL_HOOKS, MAIL_HOOK_SECRET)
EMAIL_BACKEND = EMAIL_CONFIG["EMAIL_BACKEND"]
EMAIL_HOST = EMAIL_CONFIG["EMAIL_HOST"]
EMAIL_PORT = EMAIL_CONFIG["EMAIL_PORT"]
EMAIL_HOST_USER = EMAIL_CONFIG["EMAIL_HOST_USER"]
EMAIL_HOST_PASSWORD = EMAIL_CONFIG["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS = EMAIL_CONFIG.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = EMAIL_CONFIG.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 20
EMAIL_SUBJECT_PREFIX = ""
MAIL_DOMAIN = env("MAIL_DOMAIN") or "letters.localhost"
DEFAULT_FROM_EMAIL = f"Letters of Marque <harbour@{MAIL_DOMAIN}>"
SERVER_EMAIL = DEFAULT_FROM_EMAIL
_IS_ALL_LOCAL = not env("EMAIL_URL") and not env("ALLOWED_HOSTS") and set(ALLOWED_HOSTS) == set(OWN_MACHINE)
POST_OFFICE = env.bool(
    "POST_OFFICE", default=_IS_ALL_LOCAL
)  # its pages show every mailbox to anybody who can open them
POST_OFFICE_DIR = VAR_DIR / "post"

# Monitoring: `/metrics` and the details of `/readyz` need the token; without one, they work on this machine only
METRICS_TOKEN = env("METRICS_TOKEN", default="")
METRICS_ARE_OPEN = not METRICS_TOKEN and _IS_ALL_LOCAL

# People
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator")
] + [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("name", "email")},
    }
]
globals().update(SIGN_IN)
ACCOUNT_REAUTHENTICATION_TIMEOUT = 10 * 60
STAFF_SECOND_FACTOR = env.bool("STAFF_SECOND_FACTOR", default=True)
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"

# Pages
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)
_IS_COLLECTED = not DEBUG and (STATIC_ROOT / "staticfiles.json").exists()
WHITENOISE_USE_FINDERS = not _IS_COLLECTED
_COLLECTING = "collectstatic" in sys.argv
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if _IS_COLLECTED or _COLLECTING
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("es", "Español"),
    ("de", "Deutsch"),
]  # each in its own words: it is read by its speakers
LOCALE_PATHS = [BASE_DIR / room / "locale" for room in ("games", "accounts", "pirates")]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    },
}

# Admin
UNFOLD = {
    "SITE_TITLE": "Letters of Marque",
    "SITE_HEADER": "Letters of Marque",
    "DASHBOARD_CALLBACK": "games.desk.dashboard.add_troubles",
}
