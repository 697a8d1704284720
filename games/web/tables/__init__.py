"""Tables: lists, opening one, sitting down, invitations."""
