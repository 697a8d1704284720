"""Consents: proposals that the whole table agrees to."""
