"""Offers: the legal Moves of a reader, sorted by the first word of their notation, for forms to be made of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.selectors.play.matches import Choice


@dataclass(frozen=True, slots=True)
class MoveOffer:
    """What may follow one first word: every rest of a line, and the same without a closing word `end`."""

    rests: tuple[str, ...]

    @property
    def targets(self) -> tuple[str, ...]:
        """What the word may be played on, each once."""
        bare = (rest.removesuffix("end").rstrip() if _ends(rest) else rest for rest in self.rests)
        return tuple(dict.fromkeys(each for each in bare if each))

    @property
    def heads(self) -> tuple[str, ...]:
        """The first word that may follow, each once and without a colon."""
        return tuple(dict.fromkeys(rest.partition(" ")[0].rstrip(":") for rest in self.rests))

    @property
    def may_end(self) -> bool:
        """Whether some of the lines close with the word `end`."""
        return any(_ends(rest) for rest in self.rests)


def offers_of(choices: Iterable[Choice]) -> Mapping[str, MoveOffer]:
    """Return the offers by first word."""
    lines: dict[str, list[str]] = {}
    for choice in choices:
        word, _, rest = choice.notation.partition(" ")
        lines.setdefault(word, []).append(rest)
    return {word: MoveOffer(tuple(rests)) for word, rests in lines.items()}


def _ends(rest: str) -> bool:
    return rest == "end" or rest.endswith(" end")
