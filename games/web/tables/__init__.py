"""Tables: lists of matches, the front page, seats, invitations and ready checks."""
