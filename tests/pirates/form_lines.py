"""Every line of notation that the forms of a page can write: each field `w` in the order of the page."""

from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import product


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[list[list[str]]] = []
        self._radios = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        is_radio = told.get("type") == "radio"
        if tag == "form":
            self.forms.append([])
        elif tag == "option" or (told.get("name") == "w" and is_radio and self._radios):
            self.forms[-1][-1].append(told["value"])
        elif told.get("name") == "w":
            self.forms[-1].append([] if tag == "select" else [told["value"]])
        if tag == "input":
            self._radios = is_radio


def lines_of(page: str) -> Iterator[str]:
    """Yield the lines, form after form."""
    reader = _Reader()
    reader.feed(page)
    for fields in reader.forms:
        yield from (" ".join(words) for words in product(*fields))
