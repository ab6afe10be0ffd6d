"""glTF 2.0, read and written here because the Python libraries drop morph animation."""
