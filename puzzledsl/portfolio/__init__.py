"""Search and HiGHS side by side on one question, and a pool of worker processes."""
