// What a player has entered, and what of it fits a puzzle.

import type { Marks } from "./marks";

export interface Position {
  values: Record<string, number>;
  corner: Record<string, number[]>;
  centre: Record<string, number[]>;
  marks: Marks;
}

/** The entries that a puzzle takes: a value, or any pencil mark, in a cell; and a mark. */
export interface Takes {
  cell(name: string, value?: number): boolean;
  mark(key: string): boolean;
}

/** A position without what the puzzle does not take, as it may be of a former text. */
export function fitting({ values, corner, centre, marks }: Position, takes: Takes): Position {
  const pencilled = (name: string): boolean => takes.cell(name);
  return {
    values: kept(values, (name, value) => takes.cell(name, value)),
    corner: kept(corner, pencilled),
    centre: kept(centre, pencilled),
    marks: kept(marks, (key) => takes.mark(key)),
  };
}

function kept<T>(all: Record<string, T>, stays: (name: string, one: T) => boolean): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name, one]) => stays(name, one)));
}
