"""Measures of the text that was sent."""
