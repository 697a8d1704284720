"""The catalogs of the other languages: where they are, what is in them, and their compiled form."""

import os
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
ROOMS = ("games", "accounts", "pirates")


def catalog_files(root: Path = ROOT) -> list[Path]:
    """Return every catalog of a checkout."""
    return sorted(file for room in ROOMS for file in (root / room / "locale").glob("*/LC_MESSAGES/django.po"))


def read_catalog(file: Path) -> Catalog:
    """Return a catalog; raises ValueError where it cannot be read."""
    with file.open("rb") as source:
        return read_po(source, locale=file.parts[-3], abort_invalid=True)


def entries(catalog: Catalog) -> Iterator[Message]:
    """Yield every entry but the head."""
    yield from (message for message in catalog if message.id)


def compile_stale_catalogs() -> None:
    """Compile each catalog that changed after its compiled form was made, as `make setup` does."""
    for file in catalog_files():
        compiled = file.with_suffix(".mo")
        if compiled.exists() and compiled.stat().st_mtime >= file.stat().st_mtime:
            continue
        draft = compiled.with_suffix(f".{os.getpid()}")
        with draft.open("wb") as target:
            write_mo(target, read_catalog(file))
        draft.replace(compiled)
