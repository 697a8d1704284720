"""Move offers: the reader's legal Moves grouped by the first word of their notation, for the move forms."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.selectors.play.matches import Choice


@dataclass(frozen=True, slots=True)
class MoveOffer:
    """What may follow one first word: `rests` holds the rest of each legal line."""

    rests: tuple[str, ...]

    @property
    def targets(self) -> tuple[str, ...]:
        """The rests without a closing word `end`, each once."""
        bare = (rest.removesuffix("end").rstrip() if _ends(rest) else rest for rest in self.rests)
        return tuple(dict.fromkeys(each for each in bare if each))

    @property
    def heads(self) -> tuple[str, ...]:
        """The first word of each rest, each once and without a colon."""
        return tuple(dict.fromkeys(rest.partition(" ")[0].rstrip(":") for rest in self.rests))

    @property
    def may_end(self) -> bool:
        """Whether any rest closes with the word `end`."""
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
