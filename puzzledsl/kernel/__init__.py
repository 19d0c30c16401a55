"""Domains, propagation to a fixpoint, and the filters that primitives call."""
