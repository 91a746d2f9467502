import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { ToolCall } from '../../episode.ts'
import { field, idField, numberField, textField, words } from '../../import/formats/parts/fields.ts'
import type { SessionFormat, SessionMessage, SessionReader, SessionUsage, Tape } from '../session.ts'
import { Chain } from './chain.ts'
import { callsIn, sessionUsage, textIn } from './parts.ts'

/** `~/.pi/agent/sessions/**\/*.jsonl`: documented; a list in version 1 of the format, a tree since. */
export const pi: SessionFormat = {
  id: 'pi',
  tested: '3',
  recognises: (record) => record.type === 'session' && 'cwd' in record && 'timestamp' in record,
  reader: (tape) => new Pi(tape),
}

/** Entries that the model never sees. */
const HIDDEN = words('session model_change thinking_level_change custom label session_info usage')

class Pi implements SessionReader {
  readonly #tape: Tape
  readonly #chain = new Chain()
  #isTree = false
  #live: ((number: number) => boolean) | undefined

  constructor(tape: Tape) {
    this.#tape = tape
  }

  index(record: JsonObject, number: number): readonly ToolCall[] {
    const tape = this.#tape
    if (record.type === 'session') {
      tape.id = textField(record, 'id')
      tape.version = idField(record, 'version') ?? '1'
      tape.project = textField(record, 'cwd')
      return []
    }
    const id = textField(record, 'id')
    if (id !== undefined) this.#isTree = true
    this.#chain.add(number, { id, parent: textField(record, 'parentId') })
    tape.bill(usageIn(field(record, 'message', 'usage')))
    return callsOf(field(record, 'message', 'content'))
  }

  play(record: JsonObject, number: number): void {
    this.#live ??= this.#isTree ? this.#chain.resolve() : () => true
    if (!this.#live(number)) return
    const tape = this.#tape
    const time = textField(record, 'timestamp')
    const about = { records: [number], time }
    const type = textField(record, 'type') ?? 'unnamed'
    const message = field(record, 'message')
    if (type === 'message' && isJsonObject(message))
      this.#message(message, { ...about, id: textField(record, 'id') })
    else if (type === 'custom_message') tape.add({ ...about, role: 'host', content: textIn(record.content) })
    else if (type === 'branch_summary')
      tape.add({ ...about, role: 'host', content: textField(record, 'summary') ?? '' })
    else if (type === 'compaction') {
      const first = this.#firstKept(record)
      tape.cut({
        kind: 'compaction',
        tokensBefore: numberField(record, 'tokensBefore'),
        time,
        keep: (shown) => shown.filter(({ role, records: [at = -1] }) => role !== 'summary' && at >= first),
      })
      tape.add({ ...about, role: 'summary', content: textField(record, 'summary') ?? '' })
    } else if (type === 'context_edit') tape.doubt('an entry of kind context_edit changed what is shown')
    else if (!HIDDEN.has(type)) tape.count(type)
  }

  #message(message: JsonObject, about: Pick<SessionMessage, 'records' | 'time' | 'id'>): void {
    const content = textIn(message.content)
    const { role } = message
    if (role === 'assistant') {
      const [calls, usage] = [callsOf(message.content), usageIn(message.usage)]
      this.#tape.add({ ...about, role, content, calls, usage })
    } else if (role === 'toolResult')
      this.#tape.add({ ...about, role: 'tool', content, callId: textField(message, 'toolCallId') })
    else if (role === 'bashExecution') {
      if (message.excludeFromContext === true) return
      const text = `${textField(message, 'command') ?? ''}\n${textField(message, 'output') ?? ''}`
      this.#tape.add({ ...about, role: 'user', content: text })
    } else if (role === 'user') this.#tape.add({ ...about, role, content })
    else this.#tape.add({ ...about, role: 'host', content: content || (textField(message, 'summary') ?? '') })
  }

  #firstKept(record: JsonObject): number {
    const id = textField(record, 'firstKeptEntryId')
    if (id === undefined) return numberField(record, 'firstKeptEntryIndex') ?? Number.POSITIVE_INFINITY
    const [number = -1] = this.#chain.numbersOf([id])
    return number === -1 ? Number.POSITIVE_INFINITY : number
  }
}

const callsOf = (content: JsonValue | undefined): readonly ToolCall[] =>
  callsIn(content, 'toolCall', 'arguments')

const USAGE = { input: 'input', output: 'output', cached: 'cacheRead', written: 'cacheWrite' }

const usageIn = (usage: JsonValue | undefined): SessionUsage | undefined =>
  sessionUsage(usage, USAGE, 'cost', 'total')
