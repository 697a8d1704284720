"""Mail out: rows of the outbox are judged, written as letters and handed to the mail server."""
