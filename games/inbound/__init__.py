"""Incoming mail: stored raw, then read once. Its address gives the seat and decision, its new words give the move."""
