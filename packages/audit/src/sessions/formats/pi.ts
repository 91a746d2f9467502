import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { ToolCall } from '../../episode.ts'
import { field, idField, numberField, textField } from '../../import/formats/parts/fields.ts'
import { type SessionFormat, type SessionReader, type SessionUsage, sumUsage, type Tape } from '../session.ts'
import { Chain } from './chain.ts'
import { callIn, objectsIn, textIn, tokensIn } from './parts.ts'

/** `~/.pi/agent/sessions/**\/*.jsonl`: documented; a list in version 1 of the format, a tree since. */
export const pi: SessionFormat = {
  id: 'pi',
  description: 'pi',
  tested: '3',
  recognises: (record) => record.type === 'session' && 'cwd' in record && 'timestamp' in record,
  reader: (tape) => new Pi(tape),
}

/** Entries that the model never sees. */
const HIDDEN = new Set([
  'session',
  'model_change',
  'thinking_level_change',
  'custom',
  'label',
  'session_info',
  'usage',
])

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
    const usage = usageIn(field(record, 'message', 'usage'))
    if (usage !== undefined) tape.usage = sumUsage(tape.usage, usage)
    const message = field(record, 'message')
    return isJsonObject(message) ? callsIn(message) : []
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
    else if (type === 'custom_message')
      tape.add({ ...about, role: 'host', content: textIn(record.content ?? undefined) })
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

  #message(
    message: JsonObject,
    about: { records: number[]; time?: string | undefined; id?: string | undefined },
  ): void {
    const content = textIn(message.content ?? undefined)
    const { role } = message
    if (role === 'assistant') {
      const usage = usageIn(message.usage ?? undefined)
      this.#tape.add({ ...about, role, content, calls: callsIn(message), usage })
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

function callsIn(message: JsonObject): readonly ToolCall[] {
  return objectsIn(message.content ?? undefined).flatMap((block) =>
    block.type === 'toolCall' ? [callIn(block.id, block.name, block.arguments)] : [],
  )
}

/** Input tokens of this host leave cached ones out; ours include them. */
function usageIn(usage: JsonValue | undefined): SessionUsage | undefined {
  if (!isJsonObject(usage)) return undefined
  const [cachedTokens, cacheWriteTokens] = [tokensIn(usage, 'cacheRead'), tokensIn(usage, 'cacheWrite')]
  return {
    promptTokens: tokensIn(usage, 'input') + cachedTokens + cacheWriteTokens,
    cachedTokens,
    cacheWriteTokens,
    completionTokens: tokensIn(usage, 'output'),
    cost: numberField(usage, 'cost', 'total'),
  }
}
