"""What tests of the engine share: their own kind of body."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
