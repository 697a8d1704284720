"""The games by slug. This is the only file that knows them all."""

from collections.abc import Mapping

from pirates.capitan_bacon.game import BACON
from pirates.game import AnyGame
from pirates.long_live_the_captain.game import LIVE_LONG

GAMES: Mapping[str, AnyGame] = {game.slug: game for game in (BACON, LIVE_LONG)}
