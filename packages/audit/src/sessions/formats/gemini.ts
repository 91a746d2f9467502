import type { JsonObject } from '@skill-state/protocol'
import type { ToolCall } from '../../episode.ts'
import { field, objectsIn, textField, tokensIn, words } from '../../import/formats/parts/fields.ts'
import type { SessionFormat, SessionReader, SessionUsage, Tape } from '../session.ts'
import { callIn, keyOf, sessionUsage, stringsIn, textIn } from './parts.ts'

/** `~/.gemini/tmp/*\/chats/session-*.jsonl`, before that one JSON document. How a compression looks is not known. */
export const gemini: SessionFormat = {
  id: 'gemini',
  tested: undefined,
  recognises: (record) => 'sessionId' in record && 'projectHash' in record,
  reader: (tape) => new Gemini(tape),
}

const KNOWN = words('user gemini info error warning')

class Gemini implements SessionReader {
  readonly #tape: Tape
  /** The last record of each id; it replaces the earlier ones. */
  readonly #last = new Map<number, number>()
  readonly #usages = new Map<number, SessionUsage>()

  constructor(tape: Tape) {
    this.#tape = tape
    tape.notes.add('how this host records a compression is not known: none is found here')
  }

  index(record: JsonObject, number: number): readonly ToolCall[] {
    this.#tape.id ??= textField(record, 'sessionId')
    this.#tape.project ??= textField(record, 'projectHash')
    const id = textField(record, 'id')
    if (id === undefined) return []
    this.#last.set(keyOf(id), number)
    const usage = usageOf(record)
    if (usage !== undefined) this.#usages.set(keyOf(id), usage)
    const type = textField(record, 'type') ?? 'unnamed'
    if (!KNOWN.has(type)) this.#tape.count(type)
    return callsIn(record)
  }

  play(record: JsonObject, number: number): void {
    const id = textField(record, 'id')
    if (id === undefined || this.#last.get(keyOf(id)) !== number) return
    const about = { records: [number], time: textField(record, 'timestamp') }
    const content = textIn(record.content)
    if (record.type === 'user') this.#tape.add({ ...about, role: 'user', content })
    else if (record.type === 'gemini') {
      const calls = callsIn(record)
      this.#tape.add({ ...about, id, role: 'assistant', content, calls, usage: usageOf(record) })
      for (const call of objectsIn(record.toolCalls))
        this.#tape.add({ ...about, role: 'tool', content: resultOf(call), callId: textField(call, 'id') })
    }
  }

  end(): void {
    for (const usage of this.#usages.values()) this.#tape.bill(usage)
  }
}

function callsIn(record: JsonObject): readonly ToolCall[] {
  return objectsIn(record.toolCalls).map(({ id, name, args }) => callIn(id, name, args))
}

function resultOf(call: JsonObject): string {
  return objectsIn(call.result)
    .map((part) => stringsIn(field(part, 'functionResponse', 'response')) || (textField(part, 'text') ?? ''))
    .join('\n')
}

const USAGE = { input: 'input', output: 'output', cached: 'cached' }

/** Thoughts are billed beside the output. */
function usageOf({ tokens }: JsonObject): SessionUsage | undefined {
  const usage = sessionUsage(tokens, USAGE)
  if (usage === undefined) return undefined
  return { ...usage, completionTokens: usage.completionTokens + tokensIn(tokens as JsonObject, 'thoughts') }
}
