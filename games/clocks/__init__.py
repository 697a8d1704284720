"""Time at a table: its pace, its terms, players' calendars, and the countdown of one Decision."""
