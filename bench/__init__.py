"""Figures, one JSON line each. Machines are noisy: compare ratios within one run, never single rates."""
