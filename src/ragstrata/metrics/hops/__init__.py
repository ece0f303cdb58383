"""Measures of a chain of searches."""
