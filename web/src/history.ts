// What was there before and after, for Undo and Redo.

/** The most steps back. */
const MOST = 500;

/** Positions around one that is kept elsewhere. */
export class History<T> {
  private future: T[] = [];

  constructor(private readonly past: T[] = []) {}

  /** Something new comes after `now`. */
  turn(now: T): void {
    this.past.push(now);
    if (this.past.length > MOST) this.past.shift();
    this.future = [];
  }

  /** The position before `now`, if there is one. */
  undo(now: T): T | undefined {
    return step(this.past, this.future, now);
  }

  /** The position that `undo` came from, if nothing new came since. */
  redo(now: T): T | undefined {
    return step(this.future, this.past, now);
  }

  /** The last positions as JSON, so many that it has not much more than `longest` characters. */
  stored(longest: number): string {
    const kept: string[] = [];
    let length = 0;
    for (let k = this.past.length - 1; k >= 0 && length < longest; k -= 1) {
      const one = JSON.stringify(this.past[k]);
      length += one.length;
      kept.push(one);
    }
    return `[${kept.reverse().join()}]`;
  }
}

function step<T>(from: T[], to: T[], now: T): T | undefined {
  const next = from.pop();
  if (next !== undefined) to.push(now);
  return next;
}
