"""A drawing on a grid: strokes, shapes and cages, where they lie, and what people call their colours."""
