"""The rules of four pirate table games as pure functions: no framework, no clock, no hidden chance."""
