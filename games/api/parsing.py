"""Strict parsing of requests: I-JSON (RFC 7493) bodies of limited size, and query parameters by name."""

import json
import math
from collections.abc import Mapping
from typing import IO, Any, NoReturn, TypeVar

import msgspec
from django.http import QueryDict
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from pirates.errors import MalformedMove

LARGEST_BODY = 64 * 1024
LARGEST_NUMBER = 2**53 - 1
_NEED_A_BODY = frozenset({"PUT", "PATCH"})

B = TypeVar("B", bound=msgspec.Struct)


class BodyTooLarge(APIException):
    """413: the body is larger than any call of this service needs."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_code = "body_too_large"

    def __init__(self) -> None:
        super().__init__(_("A body has at most {most} bytes. Send less.").format(most=LARGEST_BODY))


class LengthRequired(APIException):
    """411: the body is chunked (RFC 9112, section 7.1), which the servers of this service read as no body."""

    status_code = status.HTTP_411_LENGTH_REQUIRED
    default_code = "length_required"

    def __init__(self) -> None:
        super().__init__(_("The request does not say how long its body is. Send it with a Content-Length."))


class StrictJsonParser(BaseParser):
    """Parses I-JSON: UTF-8, no duplicate names in an object, no NaN, no lone surrogate, no integer beyond 2^53 - 1."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> Any:
        """Return the value of the body; raises ParseError, BodyTooLarge."""
        raw = stream.read(LARGEST_BODY + 1)
        if len(raw) > LARGEST_BODY:
            raise BodyTooLarge
        return read_json(raw)


def read_json(raw: bytes) -> Any:
    """Return the value of the JSON in `raw`; raises ParseError."""
    try:
        text = raw.decode()
        value = _read(text)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        fault = _("it is nested too deeply") if isinstance(error, RecursionError) else str(error)
        sentence = _("The body is not JSON that can be read: {fault}. Correct it and send it again.")
        raise ParseError(sentence.format(fault=fault)) from error
    return value


def _read(text: str) -> Any:
    return json.loads(
        text,
        object_pairs_hook=_object,
        parse_int=_integer,
        parse_float=_number,
        parse_constant=_refuse_constant,
    )


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError(_("an object names the same thing twice"))
    return made


def _integer(digits: str) -> int:
    if len(digits) > len(str(-LARGEST_NUMBER)) or abs(int(digits)) > LARGEST_NUMBER:
        raise ValueError(_("a number is too large"))
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(_("a number is too large"))
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(_("{name} is no number").format(name=name))


def read_body(request: Request, shape: type[B]) -> B:
    """Return the body of a request as `shape`.

    A PUT or PATCH without a body is refused, because it would report a change that it did not make.
    Raises MalformedMove (`unreadable_body`, `body_missing`), LengthRequired.
    """
    is_empty = request.META.get("CONTENT_LENGTH") in (None, "", "0", 0)
    if is_empty and request.META.get("HTTP_TRANSFER_ENCODING"):
        raise LengthRequired
    if is_empty and request.method in _NEED_A_BODY:
        raise MalformedMove("body_missing", _("The request has no body. Send one of JSON that says what changes."))
    try:
        return msgspec.convert(request.data, type=shape)
    except msgspec.ValidationError as error:
        sentence = _("The body does not have the right form: {fault}.").format(fault=error)
        raise MalformedMove("unreadable_body", sentence) from error


def read_query(request: Request, shape: type[B]) -> B:
    """Return the query as `shape`; flags without a value are true. Raises MalformedMove (`unreadable_query`)."""
    given = request.query_params
    flags = {field.encode_name for field in msgspec.structs.fields(shape) if field.type is bool}
    try:
        return msgspec.convert(_once(given, flags), type=shape, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        names = [field.encode_name for field in msgspec.structs.fields(shape)]
        sentence = _("The query cannot be read: {fault}. Parameters known here: {known}.").format(
            fault=error, known=", ".join(names) or "-"
        )
        raise MalformedMove("unreadable_query", sentence, known=names) from error


def _once(given: QueryDict, flags: set[str]) -> dict[str, object]:
    if any(len(values) > 1 for _, values in given.lists()):
        raise ValueError(_("a parameter is given twice"))
    return {name: (given[name] or "true") if name in flags else given[name] for name in given}
