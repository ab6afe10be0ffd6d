"""The warning that a file says more than is read of it."""


class AssetWarning(UserWarning):
    """Something in a user's file was simplified or left out; the message says what and why."""
