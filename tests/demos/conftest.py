"""What the short forms of demos and their full runs are held to stands in files of its own here."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
for file in ("files_of_takes", "limits", "seen"):
    pytest.register_assert_rewrite(file)
