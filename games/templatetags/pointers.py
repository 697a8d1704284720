"""Pointers: links from lines of the log to the parts of the board that they mention."""

import re

_ID = re.compile(r'\sid="([^"]+)"')
_POINTER = re.compile(r'<a class="pointer" href="#([^"]*?)at-[^"]*" data-points="([^"]*)">(.*?)</a>', re.DOTALL)


def with_living_pointers(markup: str) -> str:
    """Return rendered `markup` with the log's links reduced to parts of the board that exist in it.

    A line may mention a part that is not on the board: a pirate is won, an event is over, or the match had not begun.
    The line then links to the first of its places that exists, and is plain text if none does.
    """
    own = set(_ID.findall(markup))

    def lead(found: re.Match[str]) -> str:
        prefix, places, sentence = found.groups()
        there = [place for place in places.split() if f"{prefix}at-{place}" in own]
        if not there:
            return sentence
        return f'<a class="pointer" href="#{prefix}at-{there[0]}" data-points="{" ".join(there)}">{sentence}</a>'

    return _POINTER.sub(lead, markup)
