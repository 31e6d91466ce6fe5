"""Measured claims: `python -m bench` prints one table. Ratios are of one run, on one machine, one after the other."""
