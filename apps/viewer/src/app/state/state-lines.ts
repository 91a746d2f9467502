import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { isSame } from './pointer.ts'

/** One line of a state that is written out, with what became of it. */
export interface StateLine {
  readonly mark: 'same' | 'added' | 'removed'
  /** The keys that lead to the value. */
  readonly path: readonly string[]
  /** The value; absent for an object that has lines of its own, and for the line that closes it. */
  readonly value?: JsonValue
  readonly closes?: true
}

/** Σ_t and Σ_{t+1} as one text, an object a block and anything else a line; a changed value has two lines. */
export function stateLines(before: JsonObject, after: JsonObject): readonly StateLine[] {
  return [...linesBetween(before, after, [])]
}

/** The lines that are not the same, and those of the objects that they are in. */
export function changedLines(lines: readonly StateLine[]): readonly StateLine[] {
  const around = new Set<string>()
  for (const { mark, path } of lines) {
    if (mark === 'same') continue
    for (let depth = 0; depth < path.length; depth += 1) around.add(JSON.stringify(path.slice(0, depth)))
  }
  return lines.filter(
    ({ mark, path, value }) => mark !== 'same' || (value === undefined && around.has(JSON.stringify(path))),
  )
}

function* linesBetween(before: JsonObject, after: JsonObject, path: readonly string[]): Generator<StateLine> {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const below = [...path, key]
    const was = Object.hasOwn(before, key) ? before[key] : undefined
    const now = Object.hasOwn(after, key) ? after[key] : undefined
    if (isJsonObject(was) && isJsonObject(now) && (isBlock(was) || isBlock(now))) {
      yield { mark: 'same', path: below }
      yield* linesBetween(was, now, below)
      yield { mark: 'same', path: below, closes: true }
    } else if (isSame(was, now)) {
      yield* linesOf(now, below, 'same')
    } else {
      yield* linesOf(was, below, 'removed')
      yield* linesOf(now, below, 'added')
    }
  }
}

function* linesOf(
  value: JsonValue | undefined,
  path: readonly string[],
  mark: StateLine['mark'],
): Generator<StateLine> {
  if (value === undefined) return
  if (!isBlock(value)) {
    yield { mark, path, value }
    return
  }
  yield { mark, path }
  for (const [key, child] of Object.entries(value)) yield* linesOf(child, [...path, key], mark)
  yield { mark, path, closes: true }
}

function isBlock(value: JsonValue | undefined): value is JsonObject {
  return isJsonObject(value) && Object.keys(value).length > 0
}
