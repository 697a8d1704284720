"""Flattening: an HTML mail as plain text. Quotes become lines that begin with `>`; what nobody sees is left out."""

import re
from html.parser import HTMLParser

_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
_BLOCKS = {
    "address", "article", "aside", "center", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3", "h4", "h5",
    "h6", "header", "li", "main", "ol", "p", "pre", "section", "table", "tbody", "tr", "ul", "blockquote", "body",
}  # fmt: skip
_UNSEEN = {"head", "noscript", "object", "script", "style", "svg", "template", "textarea", "title"}
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|mso-hide\s*:\s*all", re.I)
_QUOTES = re.compile(
    r"gmail_quote|gmail_attr|gmail_extra|moz-cite-prefix|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra"
    r"|zimbra_quote|ymail_android_signature|quoted?text|moz-forward-container|hmmessage_quote|x_gmail_quote",
    re.I,
)
_ALL_THAT_FOLLOWS_IS_OLD = re.compile(r"divRplyFwdMsg|appendonsend|stopSpelling|mail-editor-reference-message", re.I)
_DEEPEST = 500


def flatten_html(markup: str) -> str:
    """Return what a reader of this HTML sees, one line per line, quoted lines with `>` before them."""
    reader = _Reader()
    reader.feed(markup)
    reader.close()
    return reader.text()


class _Reader(HTMLParser):
    """Walks through the markup once. Everything inside an element that quotes is quoted, also if it never ends."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._open: list[tuple[str, str]] = []
        self._lines: list[str] = []
        self._line = ""
        self._is_old = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br" or tag == "hr" or tag in _BLOCKS:
            self._end_line()
        if tag in _VOID or len(self._open) > _DEEPEST:
            return
        named = " ".join(value or "" for name, value in attrs if name in ("class", "id", "name"))
        if _ALL_THAT_FOLLOWS_IS_OLD.search(named):
            self._end_line()
            self._is_old = True
        kind = self._kind(tag, named, dict(attrs))
        if kind == "quote":
            self._end_line()
        self._open.append((tag, kind))

    def handle_endtag(self, tag: str) -> None:
        if tag in _BLOCKS:
            self._end_line()
        for depth in range(len(self._open) - 1, -1, -1):
            opened, kind = self._open[depth]
            if opened == tag or kind == "quote":
                break
        else:
            return
        if opened == tag:
            self._close(depth)

    def _close(self, depth: int) -> None:
        if any(kind == "quote" for _, kind in self._open[depth:]):
            self._end_line()
        del self._open[depth:]

    def handle_data(self, data: str) -> None:
        if any(kind == "unseen" for _, kind in self._open):
            return
        if any(tag == "pre" for tag, _ in self._open):
            *ended, rest = data.split("\n")
            for each in ended:
                self._line += each
                self._end_line()
            self._line += rest
        else:
            self._line += re.sub(r"[ \t\r\n\f]+", " ", data)

    def text(self) -> str:
        self._end_line()
        return "\n".join(self._lines)

    @staticmethod
    def _kind(tag: str, named: str, attrs: dict[str, str | None]) -> str:
        if tag in _UNSEEN or "hidden" in attrs or _HIDING.search(attrs.get("style") or ""):
            return "unseen"
        is_quote = tag == "blockquote" or _QUOTES.search(named) or attrs.get("type") == "cite"
        return "quote" if is_quote else ""

    def _end_line(self) -> None:
        line, self._line = " ".join(self._line.split()), ""
        quoted = self._is_old or any(kind == "quote" for _, kind in self._open)
        if line or (self._lines and self._lines[-1] not in ("", ">")):
            self._lines.append(f"> {line}".rstrip() if quoted else line)
