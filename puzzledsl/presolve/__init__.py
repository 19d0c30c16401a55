"""What follows from a flat model before anything is tried: derived constraints, smaller domains, probing."""
