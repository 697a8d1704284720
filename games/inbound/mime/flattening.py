"""Flattening: an HTML mail as plain text. Quotes become lines that begin with `>`; invisible elements are left out."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape as _read_entities

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
_BLOCKS = {
    "address", "article", "aside", "center", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "li", "main", "ol", "p", "pre", "section", "table", "tbody", "tr", "ul", "blockquote", "body",
}  # fmt: skip
_UNSEEN = {"head", "object", "svg"}
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|mso-hide\s*:\s*all", re.I)
_QUOTES = re.compile(
    r"gmail_quote|gmail_attr|gmail_extra|moz-cite-prefix|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra"
    r"|zimbra_quote|ymail_android_signature|quoted?text|moz-forward-container|hmmessage_quote|x_gmail_quote",
    re.I,
)
_ALL_THAT_FOLLOWS_IS_OLD = re.compile(r"divRplyFwdMsg|appendonsend|stopSpelling|mail-editor-reference-message", re.I)
_RAW = {"script", "style", "textarea", "title", "xmp", "noscript", "template"}
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/<>]*+)((?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+)>")
_ATTRIBUTE = re.compile(r"([a-zA-Z-]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'<>]+)))?")
_LONGEST_TAG = 8000
_DEEPEST = 200


def flatten_html(markup: str) -> str:
    """Return the text that a reader of this HTML sees, line by line, with `>` before quoted lines."""
    page = _Page()
    for piece in _pieces(markup):
        if page.is_old:
            break
        if isinstance(piece, str):
            page.write(piece)
        elif piece.is_end:
            page.close(piece.name)
        else:
            page.open(piece)
    return page.text()


def _unescaped(markup: str) -> str:
    """Return text with its entities decoded, or unchanged if an entity has a number too long to read."""
    try:
        return _read_entities(markup) if "&" in markup else markup
    except ValueError:
        return markup


@dataclass(frozen=True, slots=True)
class _Tag:
    name: str
    is_end: bool
    inside: str

    def attributes(self) -> dict[str, str]:
        """Return the attributes with their values, "" for one without."""
        found = _ATTRIBUTE.finditer(self.inside)
        return {each[1].lower(): _unescaped(each[2] or each[3] or each[4] or "") for each in found}


def _pieces(markup: str) -> Iterator[str | _Tag]:
    """Yield texts and tags. Skip whatever is never closed, so that no mail takes long to read."""
    start = 0
    while (found := markup.find("<", start)) >= 0:
        yield _unescaped(markup[start:found])
        if markup.startswith(("<!", "<?"), found):
            start = _after_declaration(markup, found)
            continue
        tag = _TAG.match(markup, found, found + _LONGEST_TAG)
        if tag is None:
            yield "<"
            start = found + 1
            continue
        start = tag.end()
        name = tag[2].lower()
        if not tag[1] and name in _RAW:
            start = _after_raw(markup, name, start)
        else:
            yield _Tag(name, bool(tag[1]), tag[3])
    yield _unescaped(markup[start:])


def _after_declaration(markup: str, start: int) -> int:
    ending = "-->" if markup.startswith("<!--", start) else ">"
    end = markup.find(ending, start + 2)
    return end + len(ending) if end >= 0 else len(markup)


def _after_raw(markup: str, name: str, start: int) -> int:
    ending = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(markup, start)
    return ending.end() if ending else len(markup)


class _Page:
    """The text read so far. Everything inside a quoting element is quoted, even if the element never ends.

    `is_old`: nothing from here on is new. Open elements are counted by kind and by name, so that a piece of text costs
    the same at any depth.
    """

    def __init__(self) -> None:
        self._open: list[tuple[str, str]] = []
        self._named: Counter[str] = Counter()
        self._kinds: Counter[str] = Counter()
        self._lines: list[str] = []
        self._line: list[str] = []
        self.is_old = False

    def open(self, tag: _Tag) -> None:
        if tag.name in ("br", "hr") or tag.name in _BLOCKS:
            self._end_line()
        if tag.name in _VOID:
            return
        attributes = tag.attributes()
        named = " ".join(attributes.get(name, "") for name in ("class", "id", "name"))
        kind = _kind(tag.name, named, attributes)
        if kind == "quote":
            self._end_line()
        self.is_old = len(self._open) > _DEEPEST or bool(_ALL_THAT_FOLLOWS_IS_OLD.search(named))
        self._open.append((tag.name, kind))
        self._named[tag.name] += 1
        self._kinds[kind] += 1

    def close(self, name: str) -> None:
        """Close the innermost element of this name; only a quote's own end tag may end the quote."""
        if name in _BLOCKS:
            self._end_line()
        if not self._named[name]:
            return
        for depth in range(len(self._open) - 1, -1, -1):
            opened, kind = self._open[depth]
            if opened == name:
                self._leave(depth)
            if opened == name or kind == "quote":
                return

    def write(self, text: str) -> None:
        if self._kinds["unseen"]:
            return
        if self._named["pre"]:
            *ended, text = text.split("\n")
            for each in ended:
                self._line.append(each)
                self._end_line()
        self._line.append(text)

    def text(self) -> str:
        self._end_line()
        return "\n".join(self._lines)

    def _leave(self, depth: int) -> None:
        left = self._open[depth:]
        if any(kind == "quote" for _, kind in left):
            self._end_line()
        del self._open[depth:]
        self._named.subtract(name for name, _ in left)
        self._kinds.subtract(kind for _, kind in left)

    def _end_line(self) -> None:
        line = " ".join("".join(self._line).split())
        self._line.clear()
        if line or (self._lines and self._lines[-1] not in ("", ">")):
            self._lines.append(f"> {line}".rstrip() if self._kinds["quote"] else line)


def _kind(name: str, named: str, attributes: dict[str, str]) -> str:
    if name in _UNSEEN or "hidden" in attributes or _HIDING.search(attributes.get("style", "")):
        return "unseen"
    is_quote = name == "blockquote" or _QUOTES.search(named) or attributes.get("type") == "cite"
    return "quote" if is_quote else ""
