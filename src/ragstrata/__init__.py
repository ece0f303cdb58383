"""Layered evaluation of retrieval-augmented generation: where was the evidence lost, and was it used rightly?"""

__version__ = "0.1.0"
