"""Frozen, typed records: what goes in, what the views hold, what comes out. No logic lives here."""
