"""Template tags and filters for pages and letters."""
