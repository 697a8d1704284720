"""OpenAPI: documentation of the views, with the schemas of bodies and answers taken from their Structs."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.utils import OpenApiParameter, extend_schema

from games.api.repeats import heard_once

V = TypeVar("V", bound=Callable[..., Any])
Shape = type[msgspec.Struct]

_REF = "#/components/schemas/{name}"
_shapes: set[Shape] = set()


class Problem(msgspec.Struct, frozen=True):
    """The reason for a refusal (RFC 9457), with a stable code; further members give details."""

    type: str
    title: str
    status: int
    code: str
    detail: str


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes the API key in the OpenAPI document."""

    target_class = "games.api.authentication.ApiKeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:  # noqa: ARG002
        """Return the security scheme."""
        return {"type": "http", "scheme": "bearer", "description": "An API key, made at me/keys/."}


def documented(
    summary: str,
    *,
    answers: Mapping[int, type[Any] | None],
    body: Shape | None = None,
    query: Shape | None = None,
    path: Mapping[str, type[Any]] | None = None,
    is_repeatable: bool = False,
) -> Callable[[V], V]:
    """Document a view's method; with `is_repeatable` it honours an Idempotency-Key."""
    parameters = [OpenApiParameter(name, kind, OpenApiParameter.PATH) for name, kind in (path or {}).items()]
    parameters += _query_parameters(query)
    if is_repeatable:
        parameters.append(
            OpenApiParameter(
                "Idempotency-Key",
                {"type": "string", "maxLength": 200},
                OpenApiParameter.HEADER,
                description="A repeat with the same key has no second effect; another request with it is refused.",
            )
        )
    decorate: Callable[[V], V] = extend_schema(
        operation_id=summary.lower().replace(",", "").replace(" ", "_"),
        summary=summary,
        parameters=parameters,
        request=None if body is None else {"application/json": _reference(body)},
        responses={code: _reference(shape) for code, shape in answers.items()},
    )
    return (lambda method: decorate(heard_once(method))) if is_repeatable else decorate


def complete_schema(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Add to a generated schema the schemas of the Structs, and the Problem that every call may return."""
    components = msgspec.json.schema_components(_shapes | {Problem}, ref_template=_REF)[1]
    result.setdefault("components", {}).setdefault("schemas", {}).update(components)
    problem = {
        "description": "Refused; `code` and `detail` say why and what to do.",
        "content": {"application/problem+json": {"schema": {"$ref": _REF.format(name="Problem")}}},
    }
    for operation in (each for path in result["paths"].values() for each in path.values()):
        operation["responses"]["default"] = problem
        if "requestBody" in operation:
            operation["requestBody"]["required"] = True
    return result


def _reference(shape: type[Any] | None) -> dict[str, str] | None:
    if shape is None:
        return None
    if not issubclass(shape, msgspec.Struct):
        return {"type": "object"}
    _shapes.add(shape)
    return {"$ref": _REF.format(name=shape.__name__)}


def _query_parameters(query: Shape | None) -> list[OpenApiParameter]:
    if query is None:
        return []
    _, forms = msgspec.json.schema_components([query])
    properties: Mapping[str, Any] = forms[query.__name__]["properties"]
    return [OpenApiParameter(name, each, OpenApiParameter.QUERY) for name, each in properties.items()]
