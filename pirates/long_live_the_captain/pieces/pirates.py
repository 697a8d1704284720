"""The thirty-six pirates: a house list (RULES.md, section 2)."""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from pirates.long_live_the_captain.pieces.cards import Card


class Need(msgspec.Struct, frozen=True):
    """How many of one kind a pirate wants; 0 is still a desired kind (Ruling L17)."""

    card: Card
    count: int


Needs: TypeAlias = tuple[Need, ...]


class Pirate(msgspec.Struct, frozen=True):
    """A pirate card."""

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
_LIST = """
Barnacle Ned|2|2F
Soot Sally|2|1B 1F
Fizzle Tom|2|2B
Penny Codd|3|1G 1F
Ribbon Roake|3|1S 1B
Dandy Flint|3|1S 1G
Velvet Vane|3|2S
Galley Gwen|3|1B 2F
Boomer Briggs|3|3B
Nightshade Nell|4|1P 1S
Tuppence Tull|4|1G 2F
Lace Larkin|4|1S 2F
Patch Perkin|4|1S 1B 1F
Grapeshot Gil|4|1G 2B
Purse Pryor|4|2G 1B
Herring Hob|4|1B 3F
Doc Bittern|5|1P 1B 1F
Adder Ames|5|1P 2B
Ducat Doyle|5|1S 2G
Lady Brocade|5|2S 1G
Silk-Sail Sorrel|5|3S
Old Haddock|5|1G 3F
Motley Marsh|5|1S 1B 2F
Brine Baxter|5|2G 2F
Gunner Greel|5|1G 2B 1F
Fuse Fallon|5|1S 3B
Cannon Kate|5|3B 2F
Gilt Viper|6|1P 2G
Widow Sable|6|1P 2S
Pufferfish Pell|6|1P 3F
Master Hale|6|2S 1G 1F
Tailor Teague|6|3S 1F
Midas Mudd|6|1S 3G
Quarterdeck Quill|6|1G 2B 2F
Bosun Bream|6|2G 1B 2F
First Mate Finch|6|2S 2B 1F
"""


def _pirate(number: int, line: str) -> Pirate:
    name, points, wants = line.split("|")
    needs = tuple(Need(_WORDS[want[-1]], int(want[:-1])) for want in wants.split())
    return Pirate(number, name, int(points), needs)


PIRATES: Mapping[int, Pirate] = {
    number: _pirate(number, line) for number, line in enumerate(_LIST.strip().splitlines(), 1)
}
