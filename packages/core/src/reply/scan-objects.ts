import { CommentEnds } from '../json/json-tokens.ts'
import { type KeyedObject, Outline } from './outline.ts'

/** An object that has all keys at its own top level. */
export interface Block {
  readonly start: number
  readonly end: number
  /** Index past the list or object around it, if that is closed; else `end`. */
  readonly outerEnd: number
  /** Whether an earlier one is in the same list or object. */
  readonly hasTwin: boolean
}

export interface Scan {
  readonly last?: Block | undefined
  /** Keys that were seen in an object which closed without the others; empty if there is none. */
  readonly partial: readonly string[]
  /** Whether the text ends inside an object that may be a block, and so may be another answer than `last`. */
  readonly cutOff: boolean
  /** Where the last object that may have been meant as a block stopped being JSON. */
  readonly brokenAt?: number | undefined
}

interface Found extends Block {
  readonly root: number
  /** The block that closed before it, unless it lies within. */
  readonly earlier: Found | undefined
}

/**
 * Finds the objects with the given keys in a text that is partly prose, without parsing them.
 *
 * Outside brackets everything is prose. A bracket opens an outline; if that breaks, prose continues at the
 * character that broke it. If it broke after a string before any key had a value, the quote too was prose, and
 * what it hid is scanned once more: at most one string for each quote mark, and no comment's end twice, so the time stays linear.
 */
export function scanObjects(text: string, keys: readonly string[]): Scan {
  let last: Found | undefined
  let partial: readonly string[] = []
  let cutOffAt = -1
  let brokenAt: number | undefined
  const bracket = /[{[]/g
  const comments = new CommentEnds()
  for (let next = bracket.exec(text); next; next = bracket.exec(text)) {
    const root = next.index
    const outline = new Outline(text, root, keys, comments)
    for (const object of outline.objects) {
      if (object.keys.length === keys.length) {
        last = addBlock(last, object, root, outline)
      } else {
        partial = object.keys
        // A block inside it is no answer either: it may be part of an unfinished one.
        if (last && last.start > object.start) last = undefined
      }
    }
    const holdsBlock = last?.root === root
    bracket.lastIndex = resumeAt(text, outline)
    if (outline.outcome === 'broken' && mayBeBlock(outline, holdsBlock)) brokenAt = outline.at
    if (outline.outcome === 'cut-off' && (holdsBlock || hidesMore(text, outline, bracket.lastIndex))) {
      return { partial, cutOff: true }
    }
    if (outline.outcome === 'cut-off' && outline.inObject) cutOffAt = root
  }
  const cutOff = cutOffAt > (last?.start ?? -1)
  return { last, partial, cutOff, brokenAt }
}

function addBlock(
  last: Found | undefined,
  { start, end }: KeyedObject,
  root: number,
  outline: Outline,
): Found {
  let earlier = last?.root === root ? last : undefined
  while (earlier && earlier.start > start) earlier = earlier.earlier
  const outerEnd = outline.outcome === 'closed' ? outline.at : end
  return { start, end, outerEnd, root, earlier, hasTwin: earlier !== undefined }
}

/** Whether it may be a block that broke, or one may begin in it that the scan lost, say after a `#`. */
function mayBeBlock(
  { hasMember, hasWanted, hidesBracket, lastString }: Outline,
  holdsBlock: boolean,
): boolean {
  return hidesBracket || (hasMember && (hasWanted || holdsBlock || lastString !== undefined))
}

/** Whether what is cut off has begun a block, or has swallowed one that begins before `resume`. */
function hidesMore(text: string, { hasMember, hidesBracket, lastString }: Outline, resume: number): boolean {
  return hasMember || hidesBracket || /[{[]/.test(text.slice(lastString ?? resume, resume))
}

/** A string that the end of the text cuts off may be a key of a block: at least its first line is no prose. */
function resumeAt(text: string, { outcome, at, hasMember, lastString }: Outline): number {
  if (hasMember || lastString === undefined) return at
  if (outcome !== 'cut-off') return lastString + 1
  const line = text.indexOf('\n', lastString)
  return line < 0 ? text.length : line
}
