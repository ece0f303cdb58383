"""A trace and its labels become typed views. The only room that calls judges."""
