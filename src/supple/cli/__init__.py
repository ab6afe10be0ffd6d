"""The command line: `supple demo`, `shot`, `play`, `info`, `convert`, `bench`."""

from supple.cli.main import main

__all__ = ["main"]
