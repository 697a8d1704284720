"""A raw mail taken apart: headers, addresses, parts, text. Bounded, and raising nothing."""
