"""The doors through which mail comes in: SMTP, IMAP and the webhooks of providers."""
