"""What bodies may touch."""
