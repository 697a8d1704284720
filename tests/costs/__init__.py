"""Costs: statements, rows read and function calls per unit, counted and held to a budget on every machine."""
