"""Mail out: rows of the outbox are checked for relevance, written as letters and handed to the mail server."""
