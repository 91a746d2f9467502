import type { JsonValue, Result } from '@skill-state/protocol'

/** The label to its colon, bold or in backticks or not. Models also write `State Update:` and `state_update:`, in either case. */
const LABEL = /(?<![\w"'])State[ _]?Update(?:\*\*|__|`)?[ \t]*:/gi

/** What is allowed between the colon and the object: white space, the end of bold, a code fence and its language. */
const OPENING = /[\s*_`~]*(?:json\b)?\s*/iy

/** What a model writes after the label if it has nothing to update. */
const NOTHING = /^\W*$|^\W*(?:none|null|nil|n\/a|no|not|nothing|empty|unchanged)\b/i

/** Characters that are looked at before a label, and after one, to tell an update from prose. */
const MARKS = 12
const SHOWN = 60

/**
 * Reads each `StateUpdate: {…}` of a reply, in order, as strict JSON. The object may be nested, bold, fenced, over several lines, and have text
 * after it. A label in mid-line without an object is prose; at the beginning of a line it is an invalid update, unless the line says that
 * there is none. Nothing is read after an object that never closes. Takes linear time; never throws.
 */
export function readStateUpdates(reply: string): readonly Result<JsonValue>[] {
  const updates: Result<JsonValue>[] = []
  const label = new RegExp(LABEL)
  for (let found = label.exec(reply); found !== null; found = label.exec(reply)) {
    const start = skipOpening(reply, label.lastIndex)
    if (reply[start] !== '{') {
      const rest = restOfLine(reply, label.lastIndex)
      const isUpdate = opensLine(reply, found.index) && !NOTHING.test(rest)
      if (isUpdate) updates.push(reject(`found ${JSON.stringify(rest)}`))
      continue
    }
    const end = endOfObject(reply, start)
    if (end === undefined) return [...updates, reject('found one that is not closed')]
    updates.push(parse(reply.slice(start, end)))
    label.lastIndex = end
  }
  return updates
}

function skipOpening(reply: string, from: number): number {
  OPENING.lastIndex = from
  OPENING.test(reply)
  return OPENING.lastIndex
}

function restOfLine(reply: string, from: number): string {
  return (reply.slice(from, from + SHOWN).split('\n', 1)[0] ?? '').trim()
}

/** Whether nothing but marks, such as those of bold text or of a list, precedes it on its line. */
function opensLine(reply: string, index: number): boolean {
  const before = reply.slice(Math.max(0, index - MARKS), index)
  return !/\w/.test(before.slice(before.lastIndexOf('\n') + 1))
}

/** Index past the brace that closes the object; undefined if none does. */
function endOfObject(reply: string, start: number): number | undefined {
  let depth = 0
  let inString = false
  for (let at = start; at < reply.length; at += 1) {
    const char = reply[at]
    if (char === '"') inString = !inString
    else if (inString && char === '\\') at += 1
    else if (!inString && char === '{') depth += 1
    else if (!inString && char === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return undefined
}

function parse(json: string): Result<JsonValue> {
  try {
    return { ok: true, value: JSON.parse(json) as JsonValue }
  } catch {
    return reject('found one that is not valid JSON')
  }
}

function reject(found: string): Result<JsonValue> {
  return {
    ok: false,
    issues: [{ path: '', message: `expected a JSON object after "StateUpdate:", ${found}` }],
  }
}
