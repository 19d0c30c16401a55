"""Combinations side by side: what is measured, held against each other, counted, drawn."""
