"""The tables of the hard run: eight people who play by the API, two by mail, bots, and matches of all four games."""

import json
import sys

from accounts.api_keys import issue_api_key
from pirates.registry import GAMES
from tests import tables

PROGRAMS = ("Anna", "Ben", "Cleo", "Dario", "Edda", "Finn", "Greta", "Hugo")
PENFRIENDS = ("Mo", "Nell")


def lay_out(matches: int) -> None:
    """Make people and running matches, and print the programs' API keys by name."""
    programs, friends = tables.make_people(*PROGRAMS), tables.make_people(*PENFRIENDS)
    games = sorted(GAMES.values(), key=lambda game: game.slug)
    for number in range(matches):
        game = games[number // 2 % len(games)]
        seats = max(3, min(game.seats))
        people = [programs[(number + step) % len(programs)] for step in range(2)]
        if number % 2:
            people[1] = friends[number // 2 % len(friends)]
        tables.begin_match(people, bots=seats - 2, game=game.slug)
    keys = {person.name: issue_api_key(user=person, name="storm")[1] for person in programs}
    sys.stdout.write("KEYS" + json.dumps(keys))
