"""Page fragments: unique ids for a part of a page that is shown several times."""

import re

_ID = re.compile(r'\sid="([^"]+)"')
_NAMES_IDS = re.compile(r'(\s(?:id|for|list|aria-labelledby|aria-describedby|aria-controls|aria-owns)=")([^"]+)(")')
_IS_NAMED = re.compile(r'(\saria-labelledby=")([^"]+)(")')
_POINTS_AT_ID = re.compile(r'((?:href="|url\())#([^")]+)')


def with_own_ids(markup: str, prefix: str, heading: str) -> str:
    """Return rendered `markup` with `prefix` before every id that it defines and before every reference to those ids.

    Every `aria-labelledby` also gets `heading`, the id of the heading that distinguishes this copy from the others.
    """
    own = set(_ID.findall(markup))

    def rename(name: str) -> str:
        return prefix + name if name in own else name

    named = _NAMES_IDS.sub(lambda found: found[1] + " ".join(map(rename, found[2].split())) + found[3], markup)
    told_apart = _IS_NAMED.sub(rf"\1\2 {heading}\3", named)
    return _POINTS_AT_ID.sub(lambda found: f"{found[1]}#{rename(found[2])}", told_apart)
