import type { Issue } from '@skill-state/protocol'
import { describeValue } from '../json/excerpt.ts'
import { isPlain } from '../json/is-plain.ts'
import { MAX_DEPTH, MAX_ISSUES } from '../json/limits.ts'
import { pointerStep } from '../json/pointer.ts'

/**
 * Where null may stand: in a state nowhere, in a patch as the value of a key (it deletes) but not in or
 * below an array, in an action anywhere.
 */
export type NullRule = 'nowhere' | 'as-deletion' | 'anywhere'

interface Place {
  readonly value: unknown
  readonly key: string
  /** Absent for the root. */
  readonly above: Place | undefined
  readonly depth: number
  readonly inArray: boolean
}

/**
 * Refuses what JSON text cannot carry, what is nested too deeply, null if the rule forbids it, and more scalars
 * and containers than `most`.
 */
export function checkJson(root: unknown, nulls: NullRule, most: number = Infinity): Issue[] {
  const issues: Issue[] = []
  let seen = 0
  const work: Place[] = [{ value: root, key: '', above: undefined, depth: 1, inArray: false }]
  for (let place = work.pop(); place && issues.length < MAX_ISSUES; place = work.pop()) {
    const { value, depth, inArray } = place
    seen += 1
    if (seen > most)
      return [{ path: '', message: `expected at most ${most} values: change less in one step` }]
    if (value !== null && typeof value === 'object') {
      // Returns at once: below this level the value may even refer to itself.
      if (depth > MAX_DEPTH) return [{ path: '', message: `expected at most ${MAX_DEPTH} levels of nesting` }]
      if (!Array.isArray(value) && !isPlain(value)) {
        issues.push({ path: pathOf(place), message: `expected JSON, found ${describeValue(value)}` })
        continue
      }
      pushChildren(work, place, value)
      continue
    }
    const message = refuseScalar(value, nulls === 'as-deletion' ? !inArray : nulls === 'anywhere')
    if (message !== undefined) issues.push({ path: pathOf(place), message })
  }
  return issues
}

/** The first child comes last: it is the next to be taken. */
function pushChildren(work: Place[], above: Place, value: object): void {
  const depth = above.depth + 1
  const inArray = above.inArray || Array.isArray(value)
  // A list is gone through by its indices, so that a hole in it is found.
  const children = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  for (let at = children.length - 1; at >= 0; at -= 1) {
    const [key, child] = children[at] as [string | number, unknown]
    work.push({ value: child, key: String(key), above, depth, inArray })
  }
}

function pathOf({ key, above }: Place): string {
  return above === undefined ? '' : pathOf(above) + pointerStep(key)
}

function refuseScalar(value: unknown, nullAllowed: boolean): string | undefined {
  if (value === null) {
    return nullAllowed ? undefined : 'expected no null: the state never holds one; leave the entry out'
  }
  if (typeof value === 'number') return refuseNumber(value)
  if (typeof value === 'string' || typeof value === 'boolean') return undefined
  return `expected a JSON value, found ${describeValue(value)}`
}

/** A whole number beyond 2^53 − 1 may not be the one that was written: JSON readers round it silently. */
function refuseNumber(value: number): string | undefined {
  if (!Number.isFinite(value)) return `expected a finite number, found ${value}`
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? `expected a whole number within ±${Number.MAX_SAFE_INTEGER}, found ${value}: write it as a string`
    : undefined
}
