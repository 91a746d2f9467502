import { isJsonObject, type JsonObject, type Result } from '@skill-state/protocol'
import { hasExactKeys } from '../json/exact-keys.ts'
import { oneLine } from '../json/excerpt.ts'
import { type LenientReading, readLenientJson } from '../json/lenient-json.ts'
import { actionSourceOf, memberSource } from './action-source.ts'
import { type Block, scanObjects } from './scan-objects.ts'
import { doubtAfter, endsInFence, isClosingFence, withoutFence } from './text-around.ts'

/** What a reply says, before anything is checked against a schema. */
export interface ParsedReply {
  /** R_t: the text before the block, without its opening fence; if there is none, the block's `reasoning`. */
  readonly reasoning: string
  readonly patch: unknown
  readonly action: unknown
  /** See `Decision.actionSource`. Of strict JSON only. */
  readonly actionSource?: string | undefined
  /** See `Decision.prose`. */
  readonly prose?: true | undefined
}

/**
 * Reads the block that A.4 asks for: the last complete object of the reply that has both `state_patch` and
 * `action` at its own top level, fenced or not. It replaces earlier drafts. Prose after it is ignored, and so
 * are all other keys.
 *
 * The block is JSON, or what models write for it (see `readLenientJson`). Nothing is ever repaired: if a
 * reply is cut off, has a key twice, or can be read in two ways, it is rejected with a reason to ask again
 * with, and no earlier draft replaces it. A block in thinking (`<think>`) or in a comment is no answer. Takes time linear in the length of the reply; never throws.
 *
 * @example
 * ```ts
 * import { parseReply } from '@skill-state/core'
 *
 * const reply = parseReply('One more.\n{"state_patch": {"count": 1}, "action": "next"}')
 * if (reply.ok) console.log(reply.value.patch, reply.value.action) // { count: 1 } next
 * ```
 */
export function parseReply(text: string): Result<ParsedReply> {
  return parse(text, ['state_patch', 'action'])
}

/**
 * Reads the answer of a runtime without a state: as `parseReply`, but the object needs `action` only.
 *
 * @example
 * ```ts
 * import { parseAction } from '@skill-state/core'
 *
 * const reply = parseAction('{"action": "next"}')
 * if (reply.ok) console.log(reply.value.action) // next
 * ```
 */
export function parseAction(text: string): Result<Omit<ParsedReply, 'patch'>> {
  const parsed = parse(text, ['action'])
  if (!parsed.ok) return parsed
  const { patch: _, ...answer } = parsed.value
  return { ok: true, value: answer }
}

/**
 * The object of a reply, whatever its keys: from the first brace to the last, as JSON or as models write it. Undefined if
 * that is no object. Never throws.
 *
 * @example
 * ```ts
 * import { parseObject } from '@skill-state/core/texts'
 *
 * console.log(parseObject('So: {"name": "refund", "arguments": {}}')) // { name: 'refund', arguments: {} }
 * ```
 */
export function parseObject(text: string): JsonObject | undefined {
  const json = text.slice(Math.max(0, text.indexOf('{')), text.lastIndexOf('}') + 1)
  const read = readBlock(json)
  return read.ok && isJsonObject(read.value) ? read.value : undefined
}

type Keys = readonly string[]

function parse(text: string, keys: Keys): Result<ParsedReply> {
  return readPlain(text, keys) ?? readAny(text, keys)
}

/** The usual reply: no bracket in the prose, one strict block, its fence. What `readAny` would give, sooner. */
function readPlain(text: string, keys: Keys): Result<ParsedReply> | undefined {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}') + 1
  const list = text.indexOf('[')
  if (start < 0 || end <= start || (list >= 0 && list < start) || !isClosingFence(text.slice(end))) return
  const json = text.slice(start, end)
  if (setAside(text.slice(0, start), '') !== undefined) return
  const block = parseStrict(json)
  return isBlock(block, keys) ? accept(text.slice(0, start), block, json) : undefined
}

function readAny(text: string, keys: Keys): Result<ParsedReply> {
  const reject = (message: string): Result<ParsedReply> => refused(keys, message)
  const { last, partial, cutOff, brokenAt } = scanObjects(text, keys)
  if (cutOff) return reject('found one that is not closed: it may have been cut off')
  if (brokenAt !== undefined && !(last && standsAlone(text, last, brokenAt))) {
    const advice = last ? ' (give the object once, fenced, at the end)' : ''
    const unexpected = JSON.stringify(oneLine(text.slice(brokenAt, brokenAt + 200), 30))
    return reject(`found one that is not valid JSON: unexpected ${unexpected}${advice}`)
  }
  if (!last) return reject(found(text, partial))
  if (last.hasTwin) return reject('found two side by side: give only the final one')
  const before = text.slice(0, last.start)
  const after = text.slice(last.outerEnd)
  const doubt = setAside(before, after) ?? doubtAfter(after, endsInFence(before))
  if (doubt !== undefined) return reject(doubt)
  const json = text.slice(last.start, last.end)
  const block = readBlock(json)
  if (!block.ok) return reject(`found one that is not valid JSON: ${block.message}`)
  if (!isBlock(block.value, keys)) return reject('found something else')
  return accept(before, block.value, block.isStrict ? json : undefined)
}

function readBlock(json: string): LenientReading & { readonly isStrict: boolean } {
  const value = parseStrict(json)
  const isStrict = value !== undefined
  return isStrict ? { ok: true, value, isStrict } : { ...readLenientJson(json), isStrict }
}

/** The value of strict JSON whose keys `JSON.parse` gives exactly, else undefined. */
export function parseStrict(json: string): unknown {
  try {
    const value: unknown = JSON.parse(json)
    return hasExactKeys(json, value) ? value : undefined
  } catch {
    return undefined
  }
}

function isBlock(value: unknown, keys: Keys): value is JsonObject {
  return isJsonObject(value) && keys.every((key) => Object.hasOwn(value, key))
}

/** `json` is the block's text if that is strict JSON. */
function accept(before: string, block: JsonObject, json: string | undefined): Result<ParsedReply> {
  const { state_patch: patch, action } = block
  const told = Object.hasOwn(block, 'reasoning') && typeof block.reasoning === 'string' ? block.reasoning : ''
  const source = json !== undefined && isJsonObject(action) ? memberSource(json, 'action') : undefined
  const actionSource = source === undefined ? undefined : actionSourceOf(source, action)
  const reply = { reasoning: withoutFence(before) || told, patch, action, actionSource }
  return { ok: true, value: reply }
}

function refused(keys: Keys, message: string): Result<ParsedReply> {
  const expected = `expected one JSON object with the ${keys.length > 1 ? 'keys' : 'key'} "${keys.join('" and "')}"`
  return { ok: false, issues: [{ path: '', message: `${expected}, ${message}` }] }
}

function found(text: string, partial: readonly string[]): string {
  if (text.trim() === '') return 'found an empty reply'
  if (partial.length > 0) return `found one with only "${partial.join('", "')}"`
  return /[“”](?:state_patch|action)/.test(text)
    ? 'found one in curly quotes: use straight ones (")'
    : 'found no such object'
}

/** Whether a block after broken ones is clearly no part of them: fenced, and the last thing in the reply. */
function standsAlone(text: string, block: Block, brokenAt: number): boolean {
  const { start, end } = block
  return brokenAt <= start && endsInFence(text.slice(0, start)) && isClosingFence(text.slice(end))
}

const THINKING = /<(\/?)(?:think|thinking|thought|reasoning)>/gi

/** Two slashes, unless they belong to an address such as `https://`. */
const LINE_COMMENT = /(?:^|[^:])\/\//

/** Why the text between two others is no answer: it is part of thinking or of a comment. Undefined if it is not. */
function setAside(before: string, after: string): string | undefined {
  if (before.includes('<') || after.includes('<')) {
    const isOpen = [...before.matchAll(THINKING)].at(-1)?.[1] === ''
    if (isOpen || [...after.matchAll(THINKING)][0]?.[1] === '/')
      return 'found one in thinking: give it after that'
    if (before.lastIndexOf('<!--') > before.lastIndexOf('-->')) return inComment
  }
  if (!before.includes('/')) return undefined
  const line = before.slice(before.lastIndexOf('\n') + 1)
  if (line.includes('//') && LINE_COMMENT.test(line)) return inComment
  return before.lastIndexOf('/*') > before.lastIndexOf('*/') && after.includes('*/') ? inComment : undefined
}

const inComment = 'found one in a comment: give it outside of comments, as the last thing'
