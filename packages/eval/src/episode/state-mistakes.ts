import {
  type Environment,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Step,
} from '@skill-state/protocol'
import type { StateMistake } from '../trace/trace.ts'

/**
 * Judges each step's state by what the environment says it should be. A patch is blamed for the values that it made
 * wrong, or left wrong when the world changed: `overwrite` if it lost or changed one that should have stayed,
 * `wrong` if it says something else than what has happened, `none` if it made nothing wrong. Undefined if
 * it cannot be known.
 */
export function stateJudge(environment: Environment): (step: Step) => StateMistake | undefined {
  let before: JsonObject = {}
  let wrongBefore = NONE
  return ({ state, fallback }) => {
    const expected = state && environment.expectedState?.()
    if (expected === undefined || state === undefined) return undefined
    const [earlier, plain] = [before, state.toJSON()]
    before = plain
    if (isSameJson(plain, expected)) {
      wrongBefore = NONE
      return 'none'
    }
    const [kept, held, should] = [leavesOf(earlier), leavesOf(plain), leavesOf(expected)]
    const wrong = new Set([...difference(held, should)])
    const fresh = [...wrong].filter((path) => !wrongBefore.has(path))
    const lost = fresh.some((path) => isSame(kept, should, path) && !isSame(kept, held, path))
    wrongBefore = wrong
    if (fresh.length === 0 || fallback) return 'none'
    return lost ? 'overwrite' : 'wrong'
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Scalars, arrays and empty objects by JSON text of their path. */
type Leaves = ReadonlyMap<string, JsonValue>

function leavesOf(root: JsonObject): Leaves {
  const leaves = new Map<string, JsonValue>()
  const walk = (value: JsonValue, path: readonly string[]): void => {
    if (isJsonObject(value) && Object.keys(value).length > 0) {
      for (const [key, child] of Object.entries(value)) walk(child, [...path, key])
    } else if (!isJsonObject(value)) {
      leaves.set(JSON.stringify(path), value)
    }
  }
  walk(root, [])
  return leaves
}

function* difference(a: Leaves, b: Leaves): Generator<string> {
  for (const path of new Set([...a.keys(), ...b.keys()])) if (!isSame(a, b, path)) yield path
}

const isSame = (a: Leaves, b: Leaves, path: string): boolean => isSameJson(a.get(path), b.get(path))

/** Whether two values have the same JSON, whatever the order of keys: `isDeepStrictEqual` takes twice the time. */
function isSameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameJson(item, b[index]))
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return a === b
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key], b[key]))
  )
}
