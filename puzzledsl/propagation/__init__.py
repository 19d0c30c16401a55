"""Narrowing domains by propagation, before and apart from any linear programme."""
