"""The environment variables that configure the service. Senseless values are refused at the start, in clear words.

A word that is not understood never switches anything off: neither protection nor anything else.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured

Number = TypeVar("Number", int, float)
Flag: TypeAlias = bool

ON = frozenset({"on", "true", "yes", "y", "1", "enabled", "ok"})
OFF = frozenset({"off", "false", "no", "n", "0", "disabled"})

_RATE = re.compile(r"[1-9][0-9]{0,8}/(s|sec|second|m|min|minute|h|hour|d|day)", re.ASCII)


class Environment:
    """Reads environment variables; an empty one counts as not set, except where it is read as it is."""

    def __init__(self, variables: Mapping[str, str] | None = None) -> None:
        self._variables = os.environ if variables is None else variables

    def __call__(self, name: str, default: str = "") -> str:
        """Return a variable as it is, even if it is empty."""
        return self._variables.get(name, default).strip()

    def list(self, name: str, default: Sequence[str] = ()) -> list[str]:
        """Return the parts of a comma-separated variable."""
        parts = [part.strip() for part in self(name).split(",")]
        return [part for part in parts if part] or [*default]

    def bool(self, name: str, default: Flag) -> Flag:
        """Return a variable as a Boolean; raises ImproperlyConfigured if it means neither on nor off."""
        word = self(name).lower()
        if word in ON or word in OFF:
            return word in ON
        if word:
            raise refuse(name, self(name), "say on or off")
        return default

    def int(self, name: str, default: int, *, least: int = 0, most: int = 10**9) -> int:
        """Return a variable as a whole number from `least` to `most`; raises ImproperlyConfigured."""
        return self._number(name, default, int, (least, most))

    def float(self, name: str, default: float, *, least: float = 0.0, most: float = 1e9) -> float:
        """Return a variable as a number from `least` to `most`; raises ImproperlyConfigured."""
        return self._number(name, default, float, (least, most))

    def rate(self, name: str, default: str) -> str:
        """Return a rate as in `120/min`: at least one in a second, a minute, an hour or a day."""
        rate = self(name) or default
        if not _RATE.fullmatch(rate):
            raise refuse(name, rate, "say a whole number from 1 on per s, min, hour or day, as in 120/min")
        return rate

    def url(self, name: str, default: str, schemes: Sequence[str], *, needs_host: Flag = False) -> str:
        """Return a URL with one of `schemes`; raises ImproperlyConfigured, without the URL's secrets."""
        address = self(name) or default
        if not address:
            return ""
        parts = urlsplit(address)
        if parts.scheme not in schemes:
            raise refuse(name, f"{parts.scheme}…", f"begin with one of {', '.join(schemes)}, and ://")
        if needs_host and parts.hostname is None:
            raise refuse(name, f"{parts.scheme}:…", "name a host")
        return address

    def choice(self, name: str, default: str, words: Sequence[str]) -> str:
        """Return one of the allowed words; raises ImproperlyConfigured for any other."""
        word = self(name) or default
        if word and word not in words:
            raise refuse(name, word, f"say one of {', '.join(words)}")
        return word

    def _number(
        self, name: str, default: Number, read: Callable[[str], Number], bounds: tuple[Number, Number]
    ) -> Number:
        least, most = bounds
        try:
            number = read(self(name)) if self(name) else default
        except ValueError:
            raise refuse(name, self(name), f"say a number from {least} to {most}") from None
        if not least <= number <= most:
            raise refuse(name, self(name), f"say a number from {least} to {most}")
        return number


def refuse(name: str, value: str, advice: str) -> ImproperlyConfigured:
    """Return the error for a senseless setting."""
    return ImproperlyConfigured(f"{name}={value} is not understood: {advice}.")
