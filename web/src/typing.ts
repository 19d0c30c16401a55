// Numbers that are typed digit by digit, where cells hold more than one digit.

/** Milliseconds after which a digit begins a new number. */
const SOON = 900;

/** The number that is being typed. */
export class Typing {
  private typed = { digits: "", at: 0, cells: "" };

  /**
   * The number that a digit or a sign makes with those typed just before it.
   *
   * @param at milliseconds.
   * @param cells where it is typed; elsewhere a new number begins.
   * @param span the smallest and the largest value.
   * @returns the value; `more` if it may only be the beginning of one; `none` if there is no such value.
   */
  type(key: string, at: number, cells: string, [low, high]: readonly [number, number]): number | "more" | "none" {
    const before = this.typed.digits;
    const soon = at - this.typed.at < SOON && (high > 9 || low < -9);
    const going = key !== "-" && this.typed.cells === cells && (before === "-" || soon);
    let digits = going ? before + key : key;
    if (Number(digits) > high) digits = key;
    this.typed = { digits, at, cells };
    const value = Number(digits);
    if (value >= low && value <= high) return value;
    // What is too small may be the beginning of a number.
    return digits !== "-" && (value > high || value <= 0 || high <= 9) ? "none" : "more";
  }
}
