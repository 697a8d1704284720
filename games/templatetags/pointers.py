"""Pointers: lines of the log that lead to what they tell of on the board."""

import re

_ID = re.compile(r'\sid="([^"]+)"')
_POINTER = re.compile(r'<a class="pointer" href="#([^"]*?)at-[^"]*" data-points="([^"]*)">(.*?)</a>', re.DOTALL)


def with_living_pointers(markup: str) -> str:
    """Return rendered `markup` whose lines of the log link only to parts of the board that stand in it.

    A line keeps what it tells of after that has left the board: a pirate is won, an event is over, or the match had not
    begun. It then leads to the first of its places that is still there, and is plain text where none is.
    """
    own = set(_ID.findall(markup))

    def lead(found: re.Match[str]) -> str:
        prefix, places, sentence = found.groups()
        there = [place for place in places.split() if f"{prefix}at-{place}" in own]
        if not there:
            return sentence
        return f'<a class="pointer" href="#{prefix}at-{there[0]}" data-points="{" ".join(there)}">{sentence}</a>'

    return _POINTER.sub(lead, markup)
