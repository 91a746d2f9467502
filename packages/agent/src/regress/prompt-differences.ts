import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { type Found, type Part, valueText } from '@skill-state/protocol/regress'

/** What of the prompts differs beside state and observation, from the notes that journals keep. */
export function* askedDifferences(was: JsonObject, now: JsonObject): Generator<Found, void, undefined> {
  if (typeof was.instructions === 'string' && typeof now.instructions === 'string')
    yield* lineDifferences(was.instructions, now.instructions)
  yield* differing('prompt', 'form of the reply', was.form, now.form)
  yield* differing('prompt', 'layout of the state', was.layout, now.layout)
  // Older journals do not say what was sent beside the prompt.
  if (!isJsonObject(was.beside) || !isJsonObject(now.beside)) return
  if (!isSame(was.beside.answerSchema, now.beside.answerSchema))
    yield found('prompt', 'schema of the answer', ...apart(was.beside.answerSchema, now.beside.answerSchema))
  const [before, after] = [toolsIn(was.beside), toolsIn(now.beside)]
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const [old, young] = [before.get(name), after.get(name)]
    if (!isSame(old, young)) yield found('prompt', `tool ${name}`, ...apart(old, young))
  }
}

/** The first place where two texts of several lines differ, up to the last. */
function* lineDifferences(was: string, now: string): Generator<Found, void, undefined> {
  if (was === now) return
  const [old, young] = [was.split('\n'), now.split('\n')]
  const least = Math.min(old.length, young.length)
  let first = 0
  while (first < least && old[first] === young[first]) first += 1
  let same = 0
  while (same < least - first && old.at(-1 - same) === young.at(-1 - same)) same += 1
  const last = Math.max(first + 1, young.length - same)
  const lines = last === first + 1 ? `line ${first + 1}` : `lines ${first + 1}–${last}`
  const heading = young.slice(0, first + 1).findLast((line) => line.startsWith('#'))
  const place = heading === undefined ? `instructions ${lines}` : `instructions ${lines}, ${heading}`
  const part = (of: readonly string[]): string => of.slice(first, of.length - same).join('\n')
  yield found('prompt', place, part(old), part(young))
}

export function found(part: Part, place: string, was: unknown, now: unknown): Found {
  return { part, place, was: valueText(was), now: valueText(now) }
}

export function* differing(part: Part, place: string, was?: JsonValue, now?: JsonValue): Generator<Found> {
  if (!isSame(was, now)) yield found(part, place, was, now)
}

export function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/** The smallest parts at one place in which two values differ. */
function apart(
  was: JsonValue | undefined,
  now: JsonValue | undefined,
  path = '',
): readonly [was: unknown, now: unknown] {
  if (isJsonObject(was) && isJsonObject(now)) {
    const keys = new Set([...Object.keys(was), ...Object.keys(now)])
    const differing = [...keys].filter((key) => !isSame(was[key], now[key]))
    const [key] = differing
    if (key !== undefined && differing.length === 1) return apart(was[key], now[key], `${path}/${key}`)
  }
  return path === '' ? [was, now] : [`${path}: ${valueText(was)}`, `${path}: ${valueText(now)}`]
}

function toolsIn({ tools }: JsonObject): ReadonlyMap<string, JsonValue> {
  const list = Array.isArray(tools) ? tools : []
  return new Map(
    list.flatMap((tool) => (isJsonObject(tool) ? [[JSON.stringify(tool.name), tool] as const] : [])),
  )
}
