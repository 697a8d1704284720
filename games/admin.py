"""Read-only pages for the people who run the site."""
