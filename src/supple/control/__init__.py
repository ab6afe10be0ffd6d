"""What directs a world: behaviors that look at it and act."""
