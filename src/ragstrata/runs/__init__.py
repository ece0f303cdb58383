"""The run folder: what is written, how it gets into place whole, and how it is read back."""
