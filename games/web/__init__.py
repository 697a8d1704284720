"""Pages. Each view parses, calls one service or selector, and answers; a GET changes nothing."""
