"""Logging: one line per event with match and position, JSON in production; never a secret, never an address."""

import re
import sys
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

_ADDRESS = re.compile(r"[^\s<>\"'(),;:/=]+@[^\s<>\"'(),;:/]+")
_SECRET = re.compile(r"\b(?:[a-z2-7]{26}|lom_[0-9a-f]{40}|[0-9a-f]{64})\b", re.IGNORECASE)


def mask(text: str) -> str:
    """Return `text` without mail addresses, tokens, API keys and anything that looks like a secret or a hash."""
    return _SECRET.sub("[secret]", _ADDRESS.sub("[address]", text))


def mask_event(_logger: WrappedLogger, _method: str, event_dict: EventDict) -> EventDict:
    """Mask all text of a log event, including a traceback; runs as the last processor."""
    return {name: mask(value) if isinstance(value, str) else value for name, value in event_dict.items()}


def logging_settings(*, is_for_people: bool) -> dict[str, Any]:
    """Return Django's LOGGING; `is_for_people` selects coloured lines in place of JSON."""
    last: Processor = structlog.processors.JSONRenderer()
    if is_for_people:
        last = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    before = [structlog.contextvars.merge_contextvars, structlog.stdlib.ExtraAdder(), *_FACTS]
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": before,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    _drop_request,
                    mask_event,
                    last,
                ],
            },
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "INFO"},
        "loggers": {name: {"handlers": [], "level": level, "propagate": True} for name, level in _NAMED.items()},
    }


def configure_structlog() -> None:
    """Send structlog's events through the standard library, so that all lines have one form."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            *_FACTS,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )


def _drop_request(_logger: WrappedLogger, _method: str, event_dict: EventDict) -> EventDict:
    """Remove the request that Django attaches to its events, because it contains headers and forms."""
    event_dict.pop("request", None)
    return event_dict


_FACTS: list[Processor] = [
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
_NAMED = {"django": "INFO", "django.server": "INFO", "celery": "WARNING", "mail.log": "WARNING"}
