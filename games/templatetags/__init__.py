"""Tags and filters of the templates of pages and letters."""
