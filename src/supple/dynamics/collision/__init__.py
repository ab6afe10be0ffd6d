"""Who is near whom, and where they touch."""
