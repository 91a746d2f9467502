import type { JsonValue } from '@skill-state/protocol'

/** Where two JSON values differ: one line a place, as `rows.3.figures.score.mean is 1, not 0.5`. */
export function* differences(
  found: JsonValue | undefined,
  wanted: JsonValue | undefined,
  path = '',
): Generator<string> {
  if (isContainer(found) && isContainer(wanted) && Array.isArray(found) === Array.isArray(wanted)) {
    const [a, b] = [new Map(Object.entries(found)), new Map(Object.entries(wanted))]
    for (const key of new Set([...a.keys(), ...b.keys()])) {
      yield* differences(a.get(key), b.get(key), path === '' ? key : `${path}.${key}`)
    }
  } else if (found !== wanted) {
    yield `${path || 'the value'} is ${show(found)}, not ${show(wanted)}`
  }
}

function isContainer(
  value: JsonValue | undefined,
): value is Exclude<JsonValue, null | boolean | number | string> {
  return typeof value === 'object' && value !== null
}

function show(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
