"""What a table grants: its time for a move, hours, terms, and one countdown."""
