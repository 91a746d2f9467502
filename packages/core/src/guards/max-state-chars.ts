import { invalidOption } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import { compact } from '../json/python-json.ts'
import { toPointer } from '../state/change.ts'
import { State, type StateValue } from '../state/state.ts'

/** A guard that keeps the text of the state short. */
export interface StateCap extends Guard {
  readonly maxStateChars: number
}

/**
 * The text of the state, as the prompt shows it, stays within `most` characters; a longer one is rejected with
 * the largest fields. Throws `invalid-option` for a cap below 2, the length of `{}`.
 */
export function maxStateChars(most: number): StateCap {
  if (!Number.isInteger(most) || most < 2) {
    throw invalidOption(`maxStateChars: expected a whole number from 2, found ${most}`)
  }
  return {
    name: `maxStateChars ${most}`,
    maxStateChars: most,
    check({ after }) {
      const { length } = after.text
      if (length <= most) return []
      const fields = largestOf(after).map(({ path, chars }) => `${toPointer(path)} (${chars})`)
      const message = `expected a state of at most ${most} characters, found ${length}; the largest fields: ${fields.join(', ')}: delete or shorten what is no longer needed`
      return [{ path: '', message }]
    },
  }
}

interface Field {
  readonly path: readonly string[]
  readonly chars: number
}

function largestOf(state: State): Field[] {
  return [...state.entries()]
    .map(([key, value]) => heaviest([key], value))
    .sort((a, b) => b.chars - a.chars)
    .slice(0, 3)
}

/** The field itself, or the one below it that makes more than half of it. */
function heaviest(path: readonly string[], value: StateValue): Field {
  const chars = charsOf(value)
  if (value instanceof State) {
    for (const [key, child] of value.entries()) {
      if (charsOf(child) * 2 > chars) return heaviest([...path, key], child)
    }
  }
  return { path, chars }
}

function charsOf(value: StateValue): number {
  return value instanceof State ? value.text.length : compact(value).length
}

/** The smallest cap that the guards set; Infinity if none does. */
export function capOf(guards: readonly Guard[]): number {
  return Math.min(...guards.filter(isStateCap).map(({ maxStateChars }) => maxStateChars))
}

function isStateCap(guard: Guard): guard is StateCap {
  return 'maxStateChars' in guard && typeof guard.maxStateChars === 'number'
}
