"""The thirty-six pirates: a house list (RULES.md, section 2)."""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from pirates.long_live_the_captain.pieces.cards import Card
from pirates.wording import gettext_noop


class Need(msgspec.Struct, frozen=True):
    """A kind that a pirate wants, and how many; a kind with 0 is still desired (Ruling L17)."""

    card: Card
    count: int


Needs: TypeAlias = tuple[Need, ...]


class Pirate(msgspec.Struct, frozen=True):
    """A pirate card; `name` is in English and translated when it is shown."""

    number: int
    name: str
    points: int
    needs: Needs


_WORDS: Mapping[str, Card] = {
    "P": Card.POISON,
    "S": Card.SILK,
    "G": Card.GOLD,
    "B": Card.GUNPOWDER,
    "F": Card.FISH,
}


def _pirate(number: int, name: str, points: int, wants: str) -> Pirate:
    needs = tuple(Need(_WORDS[want[-1]], int(want[:-1])) for want in wants.split())
    return Pirate(number, name, points, needs)


_LIST = (
    _pirate(1, gettext_noop("Barnacle Ned"), 2, "2F"),
    _pirate(2, gettext_noop("Soot Sally"), 2, "1B 1F"),
    _pirate(3, gettext_noop("Fizzle Tom"), 2, "2B"),
    _pirate(4, gettext_noop("Penny Codd"), 3, "1G 1F"),
    _pirate(5, gettext_noop("Ribbon Roake"), 3, "1S 1B"),
    _pirate(6, gettext_noop("Dandy Flint"), 3, "1S 1G"),
    _pirate(7, gettext_noop("Velvet Vane"), 3, "2S"),
    _pirate(8, gettext_noop("Galley Gwen"), 3, "1B 2F"),
    _pirate(9, gettext_noop("Boomer Briggs"), 3, "3B"),
    _pirate(10, gettext_noop("Nightshade Nell"), 4, "1P 1S"),
    _pirate(11, gettext_noop("Tuppence Tull"), 4, "1G 2F"),
    _pirate(12, gettext_noop("Lace Larkin"), 4, "1S 2F"),
    _pirate(13, gettext_noop("Patch Perkin"), 4, "1S 1B 1F"),
    _pirate(14, gettext_noop("Grapeshot Gil"), 4, "1G 2B"),
    _pirate(15, gettext_noop("Purse Pryor"), 4, "2G 1B"),
    _pirate(16, gettext_noop("Herring Hob"), 4, "1B 3F"),
    _pirate(17, gettext_noop("Doc Bittern"), 5, "1P 1B 1F"),
    _pirate(18, gettext_noop("Adder Ames"), 5, "1P 2B"),
    _pirate(19, gettext_noop("Ducat Doyle"), 5, "1S 2G"),
    _pirate(20, gettext_noop("Lady Brocade"), 5, "2S 1G"),
    _pirate(21, gettext_noop("Silk-Sail Sorrel"), 5, "3S"),
    _pirate(22, gettext_noop("Old Haddock"), 5, "1G 3F"),
    _pirate(23, gettext_noop("Motley Marsh"), 5, "1S 1B 2F"),
    _pirate(24, gettext_noop("Brine Baxter"), 5, "2G 2F"),
    _pirate(25, gettext_noop("Gunner Greel"), 5, "1G 2B 1F"),
    _pirate(26, gettext_noop("Fuse Fallon"), 5, "1S 3B"),
    _pirate(27, gettext_noop("Cannon Kate"), 5, "3B 2F"),
    _pirate(28, gettext_noop("Gilt Viper"), 6, "1P 2G"),
    _pirate(29, gettext_noop("Widow Sable"), 6, "1P 2S"),
    _pirate(30, gettext_noop("Pufferfish Pell"), 6, "1P 3F"),
    _pirate(31, gettext_noop("Master Hale"), 6, "2S 1G 1F"),
    _pirate(32, gettext_noop("Tailor Teague"), 6, "3S 1F"),
    _pirate(33, gettext_noop("Midas Mudd"), 6, "1S 3G"),
    _pirate(34, gettext_noop("Quarterdeck Quill"), 6, "1G 2B 2F"),
    _pirate(35, gettext_noop("Bosun Bream"), 6, "2G 1B 2F"),
    _pirate(36, gettext_noop("First Mate Finch"), 6, "2S 2B 1F"),
)
PIRATES: Mapping[int, Pirate] = {pirate.number: pirate for pirate in _LIST}
