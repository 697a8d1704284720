"""Names as people read them: what may be in one, and which ones look alike."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MOST_CHARACTERS = 30
_RESERVED = ("admin", "administrator", "referee", "moderator", "staff", "support", "postmaster", "departedcaptain")
_LOOK_ALIKE = str.maketrans(
    {
        **dict.fromkeys("|!1l\u0131\u0456\u03b9", "i"),
        **dict.fromkeys("0\u043e\u03bf", "o"),
        **dict.fromkeys("@\u0430\u03b1", "a"),
        **dict.fromkeys("3\u0435\u03b5", "e"),
        **dict.fromkeys("$5\u0455", "s"),
        **dict.fromkeys("\u0440\u03c1", "p"),
        **dict.fromkeys("\u0445\u03c7", "x"),
        **dict.fromkeys("\u0443\u03b3", "y"),
        **dict.fromkeys("\u0441\u03c2", "c"),
        **dict.fromkeys("\u043a\u03ba", "k"),
        **dict.fromkeys("\u0442\u03c4", "t"),
        **dict.fromkeys("\u0432\u03b2", "b"),
        **dict.fromkeys("\u0458", "j"),
        **dict.fromkeys("\u043c", "m"),
        **dict.fromkeys("\u043d", "h"),
        **dict.fromkeys("\u03bd", "v"),
    }
)


def name_key(name: str) -> str:
    """Return the form in which two names that look the same are equal."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(each for each in folded if each.isalnum() or each in "@$|!")
    return letters.translate(_LOOK_ALIKE)


def check_name(name: str) -> None:
    """Raise ValidationError unless `name` can be shown safely in a page, a mail header and a log line."""
    if not 1 <= len(name) <= MOST_CHARACTERS:
        raise ValidationError(_("A name has 1 to {most} characters.").format(most=MOST_CHARACTERS), code="name_length")
    if name != name.strip() or "  " in name:
        raise ValidationError(_("A name has no space at its ends and no double space."), code="name_spaces")
    if any(not (each.isalnum() or each in " '-") for each in name):
        raise ValidationError(
            _("A name has letters, digits, spaces, hyphens and apostrophes only."), code="name_letters"
        )
    if name_key(name) in {name_key(each) for each in _RESERVED}:
        raise ValidationError(_("This name is kept for the crew that runs the site."), code="name_reserved")
