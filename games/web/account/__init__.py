"""The reader's own pages: account, mail, availability, calendar, blocks and data."""
