"""Who must be told what by mail, and the leases under which letters leave."""
