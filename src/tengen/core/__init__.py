"""The game in pure Python, standard library only: readable, and the reference for everything."""
