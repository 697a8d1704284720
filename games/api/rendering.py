"""Rendering of answers: JSON by msgspec, whatever `Accept` says."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

_ENCODER = msgspec.json.Encoder()


def to_json(value: object) -> bytes:
    """Return `value` (Structs, builtins, instants) as JSON."""
    return _ENCODER.encode(value)


class JsonRenderer(BaseRenderer):
    """Renders Structs and builtins; passes on bytes, which are JSON already."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,  # noqa: ARG002
        renderer_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> bytes:
        """Return the body of an answer; empty for None."""
        if data is None:
            return b""
        return data if isinstance(data, bytes) else to_json(data)


class OneRenderer(DefaultContentNegotiation):
    """Selects the view's only renderer, without content negotiation."""

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,  # noqa: ARG002
    ) -> tuple[BaseRenderer, str]:
        """Return the first renderer."""
        renderer = next(iter(renderers))
        return renderer, str(renderer.media_type)
