"""Ways to step through time."""
