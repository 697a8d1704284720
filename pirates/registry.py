"""The games by slug. Only this file knows them all.

A Match is played to its end under the rules that it began with. When a game's behaviour changes, its former record
stays in `_OLDER`, under its own `rules_version`, until its last Match is over. Its moves, events and tests stay too.
"""

from collections.abc import Mapping, MutableMapping

from pirates.capitan_bacon.game import BACON, BACON_V1
from pirates.captn_clever.game import CLEVER
from pirates.game import AnyGame
from pirates.guns_or_treasure.game import GUNS, GUNS_V1
from pirates.long_live_the_captain.game import LIVE_LONG, LIVE_LONG_V1

_NEWEST = (BACON, GUNS, LIVE_LONG, CLEVER)
_OLDER: tuple[AnyGame, ...] = (BACON_V1, GUNS_V1, LIVE_LONG_V1)

GAMES: Mapping[str, AnyGame] = {game.slug: game for game in _NEWEST}
"""The newest rules of each game; new matches begin with these."""

VERSIONS: MutableMapping[tuple[str, int], AnyGame] = {
    (game.slug, game.rules_version): game for game in (*_OLDER, *_NEWEST)
}
"""All rules that can be played, by slug and version."""
