import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { ToolCall } from '../../episode.ts'
import { field, numberField, objectsIn, textField, words } from '../../import/formats/parts/fields.ts'
import type { SessionFormat, SessionMessage, SessionReader, SessionUsage, Tape } from '../session.ts'
import { callIn, sessionUsage, stringsIn } from './parts.ts'

/** Messages with their parts, from an export, from `storage/` or from `opencode*.db`. A first record tells the session. */
export const opencode: SessionFormat = {
  id: 'opencode',
  tested: '1.18.15',
  recognises: (record) => isJsonObject(record.info) && Array.isArray(record.parts),
  reader: (tape) => new Opencode(tape),
}

const KNOWN = words(
  'reasoning step-start step-finish snapshot patch retry compaction text tool file subtask agent',
)

type About = Pick<SessionMessage, 'records' | 'time' | 'id'>

class Opencode implements SessionReader {
  readonly #tape: Tape
  readonly #numbers = new Map<string, number>()
  /** Requests for a compaction, by the message that asks. */
  readonly #asked = new Map<string, JsonObject>()
  /** When old results were cleared, ascending once played. */
  #cleared: { readonly time: number; readonly callId: string }[] = []
  #isSorted = false

  constructor(tape: Tape) {
    this.#tape = tape
  }

  index(record: JsonObject, number: number): readonly ToolCall[] {
    const info = isJsonObject(record.info) ? record.info : {}
    const parts = objectsIn(record.parts)
    if (!('role' in info)) {
      this.#tape.id = textField(info, 'id')
      this.#tape.version = textField(info, 'version')
      this.#tape.project = textField(info, 'directory')
    }
    this.#numbers.set(textField(info, 'id') ?? '', number)
    for (const usage of usagesIn(info, parts)) this.#tape.bill(usage)
    return parts.flatMap((part) => {
      const type = textField(part, 'type') ?? 'unnamed'
      if (!KNOWN.has(type)) this.#tape.count(`part ${type}`)
      if (type === 'compaction') this.#asked.set(textField(info, 'id') ?? '', part)
      if (type !== 'tool') return []
      const time = numberField(part, 'state', 'time', 'compacted')
      if (time !== undefined) this.#cleared.push({ time, callId: textField(part, 'callID') ?? '' })
      return [callOf(part)]
    })
  }

  play(record: JsonObject, number: number): void {
    const info = isJsonObject(record.info) ? record.info : {}
    const created = numberField(info, 'time', 'created')
    this.#clear(created ?? Number.NEGATIVE_INFINITY)
    const parts = objectsIn(record.parts)
    const about = { records: [number], time: isoOf(created), id: contentId(created, parts) }
    if (info.role === 'user')
      this.#tape.add({ ...about, role: 'user', content: [...textsIn(parts), ...filesIn(parts)].join('\n') })
    else if (info.role === 'assistant') {
      const isAborted = textField(info, 'error', 'name') === 'MessageAbortedError'
      if (field(info, 'error') !== undefined && !isAborted) return
      if (info.summary === true) this.#summary(info, parts, about)
      else this.#answer(info, parts, about)
    }
  }

  #summary(info: JsonObject, parts: readonly JsonObject[], about: About): void {
    const asked = this.#asked.get(textField(info, 'parentID') ?? '')
    if (field(info, 'finish') === undefined) return
    const tail = this.#numbers.get((asked && textField(asked, 'tail_start_id')) ?? '')
    this.#tape.cut({
      kind: 'compaction',
      trigger: asked?.auto === true ? 'auto' : asked?.auto === false ? 'manual' : undefined,
      time: about.time,
      keep: (shown) =>
        tail === undefined
          ? []
          : shown.filter(({ role, records: [at = -1] }) => role !== 'summary' && at >= tail),
    })
    this.#tape.add({ ...about, id: undefined, role: 'summary', content: textsIn(parts).join('\n') })
  }

  /** One message may hold several model calls, each from a `step-start` on. */
  #answer(info: JsonObject, parts: readonly JsonObject[], about: About): void {
    const steps: JsonObject[][] = [[]]
    for (const part of parts) {
      if (part.type === 'step-start' && steps.at(-1)?.length !== 0) steps.push([])
      steps.at(-1)?.push(part)
    }
    for (const [at, step] of steps.entries()) {
      const tools = step.filter(({ type }) => type === 'tool')
      const content = textsIn(step).join('\n')
      const id = about.id === undefined || at === 0 ? about.id : `${about.id} ${at}`
      const [usage] = usagesIn(steps.length === 1 ? info : {}, step)
      if (tools.length === 0 && content === '' && step.length > 0 && usage === undefined) continue
      this.#tape.add({ ...about, id, role: 'assistant', content, calls: tools.map(callOf), usage })
      for (const part of tools) this.#result(part, about)
    }
  }

  #result(part: JsonObject, { records, time }: About): void {
    const status = textField(part, 'state', 'status')
    if (status !== 'completed' && status !== 'error') return
    const content = textField(part, 'state', status === 'error' ? 'error' : 'output') ?? ''
    this.#tape.add({ role: 'tool', content, callId: textField(part, 'callID'), records, time })
  }

  #clear(now: number): void {
    if (!this.#isSorted) this.#cleared.sort((a, b) => a.time - b.time)
    this.#isSorted = true
    const due = this.#cleared.findIndex(({ time }) => time > now)
    const gone = this.#cleared.splice(0, due === -1 ? this.#cleared.length : due)
    if (gone.length === 0) return
    const ids = new Set(gone.map(({ callId }) => callId))
    this.#tape.cut({
      kind: 'clearing',
      time: isoOf(gone.at(-1)?.time),
      keep: (shown) => shown.filter(({ role, callId }) => role !== 'tool' || !ids.has(callId ?? '')),
    })
  }
}

/** A fork copies messages with new ids: a call is known by its time, its calls and their results. */
function contentId(created: number | undefined, parts: readonly JsonObject[]): string | undefined {
  const content = parts.map((part) => [part.callID, part.text, field(part, 'state', 'output')])
  return created === undefined ? undefined : JSON.stringify([created, ...content])
}

function textsIn(parts: readonly JsonObject[]): readonly string[] {
  const shown = parts.filter(({ type, ignored }) => type === 'text' && ignored !== true)
  return shown.map((part) => textField(part, 'text') ?? '')
}

function filesIn(parts: readonly JsonObject[]): readonly string[] {
  return parts.flatMap((part) => {
    if (part.type === 'subtask') return [textField(part, 'prompt') ?? '']
    return part.type === 'file' ? [stringsIn(field(part, 'source', 'text', 'value'))] : []
  })
}

function callOf(part: JsonObject): ToolCall {
  return callIn(part.callID, part.tool, field(part, 'state', 'input'))
}

function isoOf(time: number | undefined): string | undefined {
  return time === undefined || Math.abs(time) > 8.64e15 ? undefined : new Date(time).toISOString()
}

const USAGE = {
  input: 'tokens.input',
  output: 'tokens.output',
  cached: 'tokens.cache.read',
  written: 'tokens.cache.write',
}

/** What each step cost, or else the whole message. */
function usagesIn(info: JsonObject, parts: readonly JsonObject[]): readonly SessionUsage[] {
  const steps = parts.filter(({ type, tokens }) => type === 'step-finish' && isJsonObject(tokens))
  return (steps.length > 0 ? steps : [info]).flatMap((each) =>
    isJsonObject(each.tokens) ? (sessionUsage(each, USAGE, 'cost') ?? []) : [],
  )
}
