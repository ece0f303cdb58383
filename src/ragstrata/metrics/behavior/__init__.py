"""Measures of whether the reply should have answered at all."""
