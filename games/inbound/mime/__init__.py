"""Parsing of raw mail: headers, addresses, parts, text. Its work is bounded, whatever a mail holds."""
