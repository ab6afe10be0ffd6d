"""What stood before the one step: three ways through dynamics, kept as the oracle until nothing runs on them."""
