"""Questions become a summary; two runs become a comparison."""
