/** Words and patterns of `grammars/puzzle.lark`, which the build reads. */
declare module "terminals" {
  /** All keywords. */
  export const keywords: string[];
  /** The pattern of a run of cells. */
  export const cells: string;
  /** The keywords that a layout follows; `clues` is one of them at the head of a line only. */
  export const layouts: string[];
}
