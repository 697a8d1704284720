"""The games by slug. This is the only file that knows them all."""

from collections.abc import Mapping

from pirates.capitan_bacon.game import BACON
from pirates.captn_clever.game import CLEVER
from pirates.game import AnyGame
from pirates.guns_or_treasure.game import GUNS
from pirates.long_live_the_captain.game import LIVE_LONG

GAMES: Mapping[str, AnyGame] = {game.slug: game for game in (BACON, GUNS, LIVE_LONG, CLEVER)}
