"""Search and HiGHS side by side, and processes that share work."""
