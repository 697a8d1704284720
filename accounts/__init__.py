"""Who people are: accounts, preferences and API keys."""
