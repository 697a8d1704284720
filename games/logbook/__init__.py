"""The log of a match: loaded, appended to, verified. Nothing else imports its rows."""
