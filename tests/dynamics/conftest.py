"""What tests of the engine share: how to drive it, their own kind of body, and the scenes that are measured."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [
    str(HERE),
    str(HERE / "collision"),
    str(HERE / "bodies" / "articulated"),
    str(HERE.parents[1]),
]
