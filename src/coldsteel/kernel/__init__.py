"""How rules are asked and read. Knows no rulebook, no file, no screen."""
