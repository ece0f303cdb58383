"""Whether a question passed and, if not, which layer is to blame: from the same views as the metrics."""
