"""Judges: what they are asked (`protocol`), and the offline one that answers by rules (`rules`)."""
