import type { JsonObject } from '@skill-state/protocol'
import { type Bound, bounded, unbounded } from './bound.ts'
import { type PatternText, readPattern } from './pattern.ts'

/** Characters of one code point beyond U+FFFF in the state's text: two escapes. No other takes as many. */
const WIDEST = 12

/** Of a string, quotes included. JSON Schema counts code points; the text of the state is escaped ASCII. */
export function textBound({ maxLength, pattern }: JsonObject): Bound {
  const shape: PatternText = (typeof pattern === 'string' ? readPattern(pattern) : undefined) ?? {
    chars: Infinity,
    widest: WIDEST,
  }
  const most = Math.min(
    shape.chars,
    times(typeof maxLength === 'number' ? maxLength : Infinity, shape.widest),
  )
  return most === Infinity ? unbounded('text of any length', 'maxLength') : bounded(most + 2)
}

function times(count: number, width: number): number {
  return width === 0 ? 0 : count * width
}
