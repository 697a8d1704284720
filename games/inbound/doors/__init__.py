"""The doors by which mail comes in: SMTP, IMAP and the hooks of providers."""
