"""The command line: `supple demo`, `play`, `info`, `convert`, `bench`."""

from supple.cli.main import main

__all__ = ["main"]
