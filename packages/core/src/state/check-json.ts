import type { Issue } from '@skill-state/protocol'
import { describeValue } from '../json/excerpt.ts'
import { isPlain } from '../json/is-plain.ts'
import { MAX_DEPTH, MAX_ISSUES } from '../json/limits.ts'
import { pointerStep } from '../json/pointer.ts'

/**
 * Where null is allowed: in a state nowhere, in a patch as the value of a key (it deletes) but not in or
 * below an array, in an action anywhere.
 */
export type NullRule = 'nowhere' | 'as-deletion' | 'anywhere'

/**
 * Rejects what JSON text cannot carry, what is nested too deeply, null if the rule forbids it, and more scalars
 * and containers than `most`.
 */
export function checkJson(root: unknown, nulls: NullRule, most: number = Infinity): Issue[] {
  const issues: Issue[] = []
  const path: (string | number)[] = []
  let seen = 0

  /** Reports an issue and skips the rest of the value. */
  function check(value: unknown, inArray: boolean): Issue | undefined {
    seen += 1
    if (seen > most) return whole(`expected at most ${most} values: change less in one step`)
    if (typeof value !== 'object' || value === null) {
      const message = rejectScalar(value, nulls === 'as-deletion' ? !inArray : nulls === 'anywhere')
      if (message !== undefined) issues.push({ path: path.map(pointerStep).join(''), message })
      return undefined
    }
    // Below this level the value may even refer to itself.
    if (path.length === MAX_DEPTH) return whole(`expected at most ${MAX_DEPTH} levels of nesting`)
    if (Array.isArray(value)) return checkEach(value, value.keys(), true)
    if (isPlain(value)) return checkEach(value, Object.keys(value), inArray)
    issues.push({
      path: path.map(pointerStep).join(''),
      message: `expected JSON, found ${describeValue(value)}`,
    })
    return undefined
  }

  function checkEach(parent: object, keys: Iterable<string | number>, inArray: boolean): Issue | undefined {
    const values = parent as Readonly<Record<string | number, unknown>>
    for (const key of keys) {
      path.push(key)
      const alone = check(values[key], inArray)
      path.pop()
      if (alone || issues.length === MAX_ISSUES) return alone
    }
    return undefined
  }

  const alone = check(root, false)
  return alone ? [alone] : issues
}

const whole = (message: string): Issue => ({ path: '', message })

function rejectScalar(value: unknown, nullAllowed: boolean): string | undefined {
  if (value === null) {
    return nullAllowed ? undefined : 'expected no null: the state never holds one; leave the entry out'
  }
  if (typeof value === 'number') return rejectNumber(value)
  if (typeof value === 'string' || typeof value === 'boolean') return undefined
  return `expected a JSON value, found ${describeValue(value)}`
}

/** A whole number beyond 2^53 − 1 may not be the one that was written: JSON readers round it silently. */
function rejectNumber(value: number): string | undefined {
  if (!Number.isFinite(value)) return `expected a finite number, found ${value}`
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? `expected a whole number within ±${Number.MAX_SAFE_INTEGER}, found ${value}: write it as a string`
    : undefined
}
