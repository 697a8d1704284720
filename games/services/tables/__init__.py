"""Tables: opened, joined, started, handed on."""
