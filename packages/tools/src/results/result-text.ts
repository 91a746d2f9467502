import { cutMiddle, fitting, wholeCharacters } from '@skill-state/protocol'

const MAX_DEPTH = 100

/**
 * What the model is shown of a result: a text as it is, anything else as JSON. Never throws: a bigint becomes its digits, a
 * Map its entries, a Set an array, an Error its name and message; a value that contains itself or cannot be read is marked.
 *
 * @example
 * ```ts
 * import { resultText } from '@skill-state/tools'
 *
 * console.log(resultText({ price: 90n })) // {"price":"90"}
 * ```
 */
export function resultText(result: unknown): string {
  if (typeof result === 'string') return result === '' ? NO_RESULT : result.toWellFormed()
  return JSON.stringify(plain(result, []))?.toWellFormed() ?? NO_RESULT
}

const NO_RESULT = 'Done, without any result.'

/** The value as JSON has it. `above` are the objects that it is in. */
function plain(value: unknown, above: readonly object[]): unknown {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return value
  if (above.includes(value)) return '[contains itself]'
  if (above.length === MAX_DEPTH) return '[too deep]'
  try {
    return members(value, [...above, value])
  } catch (error) {
    return unreadable(error)
  }
}

function members(value: object, above: readonly object[]): unknown {
  const each = (member: unknown): unknown => plain(member, above)
  if ('toJSON' in value && typeof value.toJSON === 'function') return each(value.toJSON())
  if (value instanceof Map) return Array.from(value, ([key, member]) => [each(key), each(member)])
  if (value instanceof Set) return Array.from(value, each)
  if (Array.isArray(value)) return value.map(each)
  const names = Object.keys(value).map((name) => [name, read(value, name, above)])
  const said = value instanceof Error ? { name: value.name, message: value.message } : {}
  return { ...said, ...Object.fromEntries(names) }
}

function read(value: object, name: string, above: readonly object[]): unknown {
  try {
    return plain((value as Record<string, unknown>)[name], above)
  } catch (error) {
    return unreadable(error)
  }
}

function unreadable(error: unknown): string {
  return `[cannot be read: ${error instanceof Error ? error.message : 'it throws'}]`
}

/** Room that a part of a text leaves for the line that says which part it is. */
export const MIN_CHARS = 500

/** A text that fits; else its head and its tail, with a line between them that names the handle of the whole. */
export function shorten(text: string, handle: string, most: number): string {
  const note = (from: number, to: number, length: number): string =>
    `\n[… characters ${from} to ${to} of ${length} are left out; the whole is kept as ${handle} …]\n`
  return fitting(text, most, 'folded', (room) => cutMiddle(text, room, 3 / 4, note))
}

/** The part of a text that begins at a character, below a line that says which part it is. */
export function windowOf(text: string, handle: string, from: number, most: number): string {
  const top = (to: number): string => `[${handle}, characters ${from} to ${to} of ${text.length}]\n`
  const cut = (room: number): string => {
    const part = wholeCharacters(text, from, from + Math.max(0, room - top(text.length).length))
    return top(from + part.length) + part
  }
  return fitting(cut(most), most, 'folded', cut)
}
