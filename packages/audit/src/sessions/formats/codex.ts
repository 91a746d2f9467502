import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { ToolCall } from '../../episode.ts'
import {
  field,
  numberField,
  objectsIn,
  textField,
  tokensIn,
  words,
} from '../../import/formats/parts/fields.ts'
import { parseJson } from '../../json/parse.ts'
import type { SessionFormat, SessionMessage, SessionReader, Shown, Tape } from '../session.ts'
import { callIn, OpenCall, sessionUsage, textIn } from './parts.ts'

/** `~/.codex/sessions/**\/rollout-*.jsonl`, also packed as `.jsonl.zst`, and the bare lines of 2025. */
export const codex: SessionFormat = {
  id: 'codex',
  tested: '0.146.0',
  recognises: (record) =>
    (ENVELOPES.has(textField(record, 'type') ?? '') && isJsonObject(record.payload)) || isBareHead(record),
  reader: (tape) => new Codex(tape),
}

const ENVELOPES = words('session_meta response_item event_msg turn_context compacted')

/** Records that a newer host writes for itself. */
const HIDDEN = words('inter_agent_communication world_state rollout_reference')

const CALLS = words('function_call custom_tool_call local_shell_call web_search_call')
const OPAQUE = words('compaction context_compaction compaction_summary')

/** Texts in the user's name that the host puts into each window. */
const CONTEXT = /^\s*(?:<(?:environment_context|user_instructions|INSTRUCTIONS)>|# AGENTS\.md)/

/** Without a recorded history, the host keeps the newest user messages within about 20,000 tokens. */
const KEPT_CHARS = 80_000

function isBareHead(record: JsonObject): boolean {
  return (
    record.record_type === 'state' ||
    ('instructions' in record && 'timestamp' in record && 'id' in record && !('type' in record))
  )
}

interface Entry {
  readonly type: string
  readonly payload: JsonObject
}

/** A record with its envelope; the oldest files hold bare items. */
function entryOf(record: JsonObject): Entry {
  const type = textField(record, 'type')
  if (isJsonObject(record.payload)) return { type: type ?? 'unnamed', payload: record.payload }
  if (record.record_type === 'state') return { type: 'turn_context', payload: {} }
  return { type: isBareHead(record) ? 'session_meta' : 'response_item', payload: record }
}

class Codex implements SessionReader {
  readonly #tape: Tape
  readonly #open: OpenCall
  /** The first records of the user's turns that are not rolled back. */
  readonly #turns: number[] = []
  /** Records that a rollback dropped, as ranges. */
  readonly #dropped: (readonly [from: number, to: number])[] = []
  #total: string | undefined
  #parent: string | undefined
  #items = 0
  #isBegun = false

  constructor(tape: Tape) {
    this.#tape = tape
    this.#open = new OpenCall(tape)
  }

  index(record: JsonObject, number: number): readonly ToolCall[] {
    const { type, payload } = entryOf(record)
    if (type === 'session_meta' && this.#tape.id === undefined) {
      this.#tape.id = textField(payload, 'id')
      this.#tape.version = textField(payload, 'cli_version')
      this.#tape.project = textField(payload, 'cwd')
      this.#parent = textField(payload, 'forked_from_id')
    } else if (type === 'response_item') {
      if (isUser(payload)) this.#turns.push(number)
      const call = callOf(payload)
      return call === undefined ? [] : [call]
    } else if (type === 'event_msg') {
      if (payload.type === 'thread_rolled_back') this.#rollBack(tokensIn(payload, 'num_turns'), number)
      const total = sessionUsage(field(payload, 'info', 'total_token_usage'), USAGE)
      if (total !== undefined) this.#tape.usage = total
    } else if (!ENVELOPES.has(type) && !HIDDEN.has(type)) this.#tape.count(type)
    return []
  }

  #rollBack(turns: number, number: number): void {
    const [from] = turns > 0 ? this.#turns.splice(-turns) : []
    if (from !== undefined) this.#dropped.push([from, number])
  }

  play(record: JsonObject, number: number): void {
    if (this.#dropped.some(([from, to]) => number >= from && number <= to)) return
    const { type, payload } = entryOf(record)
    const time = textField(record, 'timestamp')
    if (type === 'session_meta') this.#begin(payload, number)
    else if (type === 'response_item') this.#item(payload, number, time)
    else if (type === 'compacted') this.#compacted(payload, number, time)
    else if (payload.type === 'token_count') this.#tokens(payload)
  }

  end(): void {
    this.#open.close()
  }

  #begin(payload: JsonObject, number: number): void {
    if (this.#isBegun) return
    this.#isBegun = true
    const prompt = textField(payload, 'base_instructions', 'text') ?? textField(payload, 'instructions') ?? ''
    this.#tape.add({ role: 'system', content: prompt, records: [number] })
  }

  #item(payload: JsonObject, number: number, time: string | undefined, again?: boolean): void {
    const type = textField(payload, 'type') ?? 'unnamed'
    const about = { records: [number], time, again }
    const call = callOf(payload)
    this.#items++
    if (call !== undefined || type === 'reasoning' || (type === 'message' && payload.role === 'assistant')) {
      if (this.#open.isAnswered) this.#open.close()
      const content = type === 'message' ? textIn(payload.content) : ''
      this.#open.add({ ...about, ...this.#idsOf(call), content, calls: call && [call] })
    } else if (type === 'message') {
      this.#open.close()
      const content = textIn(payload.content)
      const role = isUser(payload) ? 'user' : payload.role === 'user' ? 'context' : 'host'
      this.#tape.add({ ...about, role, content })
    } else if (type.endsWith('_output')) {
      const callId = textField(payload, 'call_id')
      this.#open.follow({ ...about, role: 'tool', content: outputIn(payload.output), callId })
    } else if (OPAQUE.has(type)) {
      this.#open.close()
      this.#tape.add({ ...about, role: 'summary', content: '', unsure: 'the summary is encrypted' })
    } else this.#tape.count(`item ${type}`)
  }

  /** A fork repeats the calls of its parent: a call is known by its id within its session and within the parent. */
  #idsOf(call: ToolCall | undefined): Pick<SessionMessage, 'id' | 'alias'> {
    if (call?.id === undefined) return {}
    const idIn = (session: string | undefined): string | undefined =>
      session === undefined ? undefined : `${session} ${call.id}`
    return { id: idIn(this.#parent), alias: idIn(this.#tape.id) }
  }

  #compacted(payload: JsonObject, number: number, time: string | undefined): void {
    this.#open.close()
    const history = payload.replacement_history
    const message = textField(payload, 'message') ?? ''
    const index = numberField(payload, 'window_id') ?? numberField(payload, 'window_number')
    if (this.#items === 0)
      this.#tape.notes.add(
        'the host rewrote the file: what came before its first compaction is gone from the disk',
      )
    const isRecorded = Array.isArray(history)
    this.#tape.cut({ kind: 'compaction', index, time, keep: isRecorded ? () => [] : newestUsers })
    if (isRecorded) {
      const items = objectsIn(history)
      // A local summary is the last plain user message: the model's words, and no source.
      const isLocal = !items.some((item) => OPAQUE.has(textField(item, 'type') ?? ''))
      const last = isLocal ? items.findLast(isUser) : undefined
      for (const item of items) {
        const content = textIn(item.content)
        if (item === last) this.#tape.add({ role: 'summary', content, records: [number], time })
        else this.#item(item, number, time, true)
      }
      this.#open.close()
    } else {
      const unsure = message === '' ? 'the file does not hold the summary' : undefined
      this.#tape.add({ role: 'summary', content: message, records: [number], time, unsure })
    }
  }

  #tokens(payload: JsonObject): void {
    const total = field(payload, 'info', 'total_token_usage')
    const text = JSON.stringify(total)
    if (total === undefined || text === this.#total) return
    this.#total = text
    this.#open.close(sessionUsage(field(payload, 'info', 'last_token_usage'), USAGE))
  }
}

function isUser(payload: JsonObject): boolean {
  if (payload.type !== 'message' || payload.role !== 'user') return false
  return !CONTEXT.test(textIn(payload.content))
}

function newestUsers(shown: readonly Shown[]): readonly Shown[] {
  let room = KEPT_CHARS
  const users = shown.filter(({ role }) => role === 'user').reverse()
  return users.filter(({ chars }) => {
    room -= chars
    return room >= 0
  })
}

function callOf(payload: JsonObject): ToolCall | undefined {
  if (!CALLS.has(textField(payload, 'type') ?? '')) return undefined
  const given = payload.arguments ?? payload.input ?? payload.action
  return callIn(payload.call_id ?? undefined, payload.name ?? payload.type, given)
}

/** A result: text, blocks, or in older files JSON text with the output beside its metadata. */
function outputIn(output: JsonValue | undefined): string {
  const text = isJsonObject(output) ? JSON.stringify(output) : textIn(output)
  const parsed = text.startsWith('{"output"') ? parseJson(text) : undefined
  const inner = isJsonObject(parsed) && 'metadata' in parsed ? parsed.output : undefined
  return typeof inner === 'string' ? inner : text
}

const USAGE = { input: 'input_tokens', output: 'output_tokens', cached: 'cached_input_tokens' }
