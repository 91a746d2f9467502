import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import type { ToolCall } from '../../episode.ts'
import {
  numberField,
  objectsIn,
  tokensIn,
  toolCall,
  type UsagePaths,
  usageIn,
} from '../../import/formats/parts/fields.ts'
import type { SessionMessage, SessionUsage, Tape } from '../session.ts'

/** The text of a content: a string, or blocks of which those with a text are shown. */
export function textIn(content: JsonValue | undefined): string {
  if (typeof content === 'string') return content
  const texts = objectsIn(content).flatMap(({ text }) => (typeof text === 'string' ? [text] : []))
  return texts.join('\n')
}

/** All strings of a value, for records whose parts are not known one by one. */
export function stringsIn(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value)
    .map((each) => stringsIn(each))
    .filter((text) => text !== '')
    .join('\n')
}

/** The same as `toolCall` for a session, in which a damaged name is no reason to leave the call out. */
export function callIn(...[id, name, given]: Parameters<typeof toolCall>): ToolCall {
  return toolCall(id, typeof name === 'string' ? name : 'unknown', given)
}

export function callsIn(content: JsonValue | undefined, type: string, given: string): readonly ToolCall[] {
  return objectsIn(content).flatMap((block) =>
    block.type === type ? [callIn(block.id, block.name, block[given])] : [],
  )
}

/** What a host recorded of a call, with the US dollars at a path if it tells them. */
export function sessionUsage(
  usage: JsonValue | undefined,
  paths: UsagePaths,
  ...cost: readonly string[]
): SessionUsage | undefined {
  const recorded = usageIn(usage, paths)
  if (recorded === undefined || !isJsonObject(usage)) return undefined
  const written = paths.written === undefined ? 0 : tokensIn(usage, ...paths.written.split('.'))
  return {
    promptTokens: recorded.promptTokens,
    cachedTokens: recorded.cachedTokens,
    cacheWriteTokens: written,
    completionTokens: recorded.completionTokens,
    cost: cost.length === 0 ? undefined : numberField(usage, ...cost),
  }
}

/** A model call that several records tell, and the results that lie between them; none of these was shown to it. */
export class OpenCall {
  readonly #tape: Tape
  #call: SessionMessage | undefined
  #results: SessionMessage[] = []

  constructor(tape: Tape) {
    this.#tape = tape
  }

  get id(): string | undefined {
    return this.#call?.id
  }

  get isAnswered(): boolean {
    return this.#results.length > 0
  }

  add(part: Omit<SessionMessage, 'role'>): void {
    const { content = '', calls = [], records = [] } = this.#call ?? {}
    const merged = [content, part.content].filter((text) => text !== '').join('\n')
    this.#call = {
      ...this.#call,
      ...part,
      role: 'assistant',
      content: merged,
      calls: [...calls, ...(part.calls ?? [])],
      records: [...records, ...part.records],
    }
  }

  /** A message that came while the call was open. */
  follow(message: SessionMessage): void {
    if (this.#call === undefined) this.#tape.add(message)
    else this.#results.push(message)
  }

  close(usage?: SessionUsage): void {
    if (this.#call !== undefined) this.#tape.add({ ...this.#call, usage: usage ?? this.#call.usage })
    for (const result of this.#results) this.#tape.add(result)
    this.#call = undefined
    this.#results = []
  }
}

/** A number of 52 bits in place of a long id, so that an index of millions stays small. */
export function keyOf(id: string): number {
  let low = 0x811c9dc5
  let high = 0x9e3779b9
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x5bd1e995) ^ (high >>> 15)
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0)
}
