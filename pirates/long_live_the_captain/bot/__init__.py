"""Bot: plays sensibly from a View and the Moves it is offered, and trades with people before it seals."""

from pirates.long_live_the_captain.bot.choosing import bot
from pirates.long_live_the_captain.bot.haggling import haggle, partners

__all__ = ["bot", "haggle", "partners"]
