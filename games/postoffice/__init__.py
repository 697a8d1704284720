"""The embedded post office: takes every mail in by SMTP, keeps it in mailboxes on disk, hands replies to the inbox."""
