"""Rows as JSON with exact instants: Django cuts them to milliseconds, which would break the hash chain of a log."""

from collections.abc import Iterable
from datetime import datetime
from typing import IO, Any

from django.core.serializers.json import Deserializer as PlainDeserializer
from django.core.serializers.json import DjangoJSONEncoder
from django.core.serializers.json import Serializer as PlainSerializer


class ExactEncoder(DjangoJSONEncoder):
    """Writes an instant to the microsecond, with its zone."""

    def default(self, o: Any) -> Any:
        """Return the JSON form of a value that JSON cannot represent itself."""
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


class Serializer(PlainSerializer):
    """The serializer of `dumpdata`."""

    def serialize(self, queryset: Iterable[Any], **options: Any) -> Any:
        """Return the rows as JSON."""
        return super().serialize(queryset, **{"cls": ExactEncoder, **options})


def Deserializer(stream: str | bytes | IO[Any], **options: Any) -> Any:  # noqa: N802 - Django looks for this name
    """Return the rows of a dump; the deserializer of `loaddata`."""
    return PlainDeserializer(stream, **options)
