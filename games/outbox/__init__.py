"""Mail that must be sent, and the leases under which senders take it."""
