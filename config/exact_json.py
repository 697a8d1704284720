"""Rows as JSON with instants whole: Django cuts them to milliseconds, and the hash of a log entry is of more."""

from collections.abc import Iterable
from datetime import datetime
from typing import IO, Any

from django.core.serializers.json import Deserializer as PlainDeserializer
from django.core.serializers.json import DjangoJSONEncoder
from django.core.serializers.json import Serializer as PlainSerializer


class ExactEncoder(DjangoJSONEncoder):
    """Writes an instant to the microsecond, with its zone."""

    def default(self, o: Any) -> Any:
        """Return what stands in JSON for a value that JSON does not know."""
        return o.isoformat() if isinstance(o, datetime) else super().default(o)


class Serializer(PlainSerializer):
    """Writes rows; for `dumpdata`."""

    def serialize(self, queryset: Iterable[Any], **options: Any) -> Any:
        """Return the rows as JSON."""
        return super().serialize(queryset, **{"cls": ExactEncoder, **options})


def Deserializer(stream: str | bytes | IO[Any], **options: Any) -> Any:  # noqa: N802 - Django looks for this name
    """Return the rows of a dump; for `loaddata`."""
    return PlainDeserializer(stream, **options)
