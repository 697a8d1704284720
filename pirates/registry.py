"""The games by slug. This is the only file that knows them all."""

from collections.abc import Mapping

from pirates.capitan_bacon.game import BACON
from pirates.game import AnyGame

GAMES: Mapping[str, AnyGame] = {game.slug: game for game in (BACON,)}
