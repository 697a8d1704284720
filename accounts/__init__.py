"""People: accounts, preferences and API keys."""
