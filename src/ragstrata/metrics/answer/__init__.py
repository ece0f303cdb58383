"""Measures of what the answer says."""
