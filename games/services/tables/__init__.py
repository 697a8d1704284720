"""Tables: opening, joining and starting matches, and passing seats on."""
