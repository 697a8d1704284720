"""The embedded post office: accepts mail by SMTP, keeps it in mailboxes on disk and hands replies to the inbox."""
