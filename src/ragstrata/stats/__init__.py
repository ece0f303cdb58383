"""Statistics on bare arrays. Randomness is an argument; no records, no files."""
