"""Reads of the referee's desk and of the service's health."""
