"""Text of the form `format=flowed` (RFC 3676): a line that ends with a space continues on the next."""

import re

_DEPTH = re.compile(r">*")
_SIGNATURE = "-- "


def join_flowed(text: str, *, deletes_space: bool) -> str:
    """Return the text without soft line breaks and with one `>` before a line for each level of quoting."""
    lines: list[str] = []
    previous_depth: int | None = None
    for raw in text.split("\n"):
        depth, line = _taken_apart(raw)
        if previous_depth == depth and lines:
            lines[-1] += line
        else:
            lines.append(f"{'>' * depth} {line}" if depth else line)
        flows = line.endswith(" ") and line != _SIGNATURE
        if flows and deletes_space:
            lines[-1] = lines[-1][:-1]
        previous_depth = depth if flows else None
    return "\n".join(lines)


def _taken_apart(raw: str) -> tuple[int, str]:
    """Return the quote depth of a line, and the line without its quote marks and stuffed space."""
    found = _DEPTH.match(raw)
    depth = len(found[0]) if found else 0
    line = raw[depth:]
    return depth, line.removeprefix(" ")
