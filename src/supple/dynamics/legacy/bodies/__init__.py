"""What can move: one short file for each kind of body."""
