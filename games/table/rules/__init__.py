"""Rules of the table: which Events a Command brings about, or why it is refused."""
