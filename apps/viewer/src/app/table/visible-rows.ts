/** Height of a row in pixels; the style sheet has the same. */
const ROW_HEIGHT = 30

/** Rows that are drawn beyond those in sight, so that scrolling does not show gaps. */
const MORE = 12

/** The part of a long list that is drawn. */
export interface Window {
  readonly from: number
  /** Exclusive. */
  readonly to: number
  /** Pixels that stand for the rows before and after. */
  readonly above: number
  readonly below: number
}

/** Which rows are drawn in a box of this height that is scrolled so far. */
export function visibleRows(count: number, scrolled: number, height: number): Window {
  const from = Math.min(count, Math.max(0, Math.floor(scrolled / ROW_HEIGHT) - MORE))
  const to = Math.max(from, Math.min(count, Math.ceil((scrolled + height) / ROW_HEIGHT) + MORE))
  return { from, to, above: from * ROW_HEIGHT, below: (count - to) * ROW_HEIGHT }
}

/** The place to scroll to so that a row is in sight; the same place if it is in sight already. */
export function scrollTo(row: number, scrolled: number, height: number): number {
  const top = row * ROW_HEIGHT
  if (top < scrolled) return top
  return top + ROW_HEIGHT > scrolled + height ? top + ROW_HEIGHT - height : scrolled
}
