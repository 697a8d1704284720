"""Mail in: raw mail is stored first, then read once: seat and decision by its address, the move by its new words."""
