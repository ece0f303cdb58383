"""Measures of a ranked list, on arrays of many questions at once."""
