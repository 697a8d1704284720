"""Names of people: the characters allowed, the names that look alike, and the reserved ones.

Two names are alike if they have one skeleton, as Unicode Technical Standard 39 (section 4) has it: letters of other
scripts that look like Latin ones count as those, and so do digits and signs that stand for letters.
"""

import unicodedata
from functools import cache

from confusable_homoglyphs import confusables
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MOST_CHARACTERS = 30
LONGEST_KEY = 4 * MOST_CHARACTERS
_WORDS = (
    "admin", "administrator", "administrador", "referee", "árbitro", "árbitra", "schiedsrichter",
    "schiedsrichterin", "moderator", "moderador", "moderadora", "moderatorin", "staff", "support", "soporte",
    "postmaster", "harbourmaster", "bot", "clock", "reloj", "uhr", "caretaker", "system", "sistema",
)  # fmt: skip
"""Words that a name must not contain: the site's words for itself, its staff and its bots, in all its languages."""
_BEGINNINGS = ("departedcaptain",)
_LIKE_LETTERS = str.maketrans(
    {"|": "i", "!": "i", "1": "i", "l": "i", "\u0131": "i", "0": "o", "@": "a", "3": "e"} | dict.fromkeys("$5", "s")
)


def name_key(name: str) -> str:
    """Return the skeleton of a name; names that look the same have the same skeleton (UTS 39)."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = (_as_latin(each) for each in folded if each.isalnum() or each in "@$|!")
    return "".join(letters).translate(_LIKE_LETTERS)


@cache
def _as_latin(character: str) -> str:
    """Return the Latin letter that a character looks like, or the character itself."""
    if character.isascii():
        return character
    found = confusables.is_confusable(character, greedy=True) or []
    twins = [each["c"].casefold() for entry in found for each in entry["homoglyphs"]]
    return min((each for each in twins if len(each) == 1 and each.isascii() and each.isalnum()), default=character)


def check_name(name: str) -> None:
    """Raise ValidationError unless `name` can be shown safely in a page, a mail header and a log line."""
    if not 1 <= len(name) <= MOST_CHARACTERS or len(name_key(name)) > LONGEST_KEY:
        raise ValidationError(_("A name has 1 to {most} characters.").format(most=MOST_CHARACTERS), code="name_length")
    if name != name.strip() or "  " in name:
        raise ValidationError(_("A name has no space at its ends and no double space."), code="name_spaces")
    if any(not (each.isalnum() or each in " '-") for each in name) or not name_key(name):
        raise ValidationError(
            _("A name has letters, digits, spaces, hyphens and apostrophes only."), code="name_letters"
        )
    if _is_kept(name):
        raise ValidationError(_("This name is kept for the crew that runs the site."), code="name_reserved")


def _is_kept(name: str) -> bool:
    """Whether a name could be mistaken for the site's own staff or machinery, such as a referee, a bot or the clock."""
    whole = name_key(name)
    words = {name_key(word) for word in name.replace("-", " ").replace("'", " ").split()}
    return bool((words | {whole}) & _kept_words()) or whole.startswith(tuple(map(name_key, _BEGINNINGS)))


@cache
def _kept_words() -> frozenset[str]:
    return frozenset(map(name_key, _WORDS))
