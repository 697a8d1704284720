"""Bot: plays sensibly from a View and the Moves it is offered."""

from pirates.guns_or_treasure.bot.choosing import bot

__all__ = ["bot"]
