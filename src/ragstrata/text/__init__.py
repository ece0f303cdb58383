"""Plain text work that every room may use: folding, sentences, language, tokens."""
