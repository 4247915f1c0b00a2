"""Learning: games of the engine against itself, and weights fitted to them."""
