import type { JsonValue } from '@skill-state/protocol'
import type { Episode, Message, ToolCall } from '../../../episode.ts'
import { textOfContent, unwrapped } from './content.ts'
import { retailWriteTools } from './retail.ts'

/** What a record says of its episode beside the messages. */
export type About = Partial<Pick<Episode, 'taskId' | 'reward' | 'writeTools'>>

/** What a message says beside its text: of an answer its calls and its bill, of a result which call it answers. */
interface Said extends Pick<Message, 'usage' | 'cost' | 'callId' | 'error'> {
  /** Read of an answer alone: what looks like a damaged call in another message damages no recording. */
  readonly calls?: () => readonly ToolCall[]
  /** The tool of a result. */
  readonly name?: string | undefined
}

/** Roles by the words that the formats have for them. */
const ROLES = new Map(
  Object.entries({
    system: ['system', 'developer'],
    user: ['user', 'human'],
    assistant: ['assistant', 'ai', 'aimessagechunk', 'agent'],
    tool: ['tool', 'function'],
  }).flatMap(([role, names]) => names.map((name) => [name as unknown, role])),
)

/** Collects the messages of an episode and notes what is odd about them. */
export class Conversation {
  readonly #messages: Message[] = []
  readonly #tools = new Map<string, string>()
  readonly #unanswered = new Set<string>()
  readonly #systems: string[] = []
  readonly #notes = new Set<string>()
  #notShown = 0

  /** A message by the word for its role. `what` tells an unknown one. */
  say(
    name: JsonValue | undefined,
    content: JsonValue | undefined,
    { callId, name: tool, error, calls, ...answer }: Said = {},
    what = 'a message has the unknown role',
  ): void {
    const role = ROLES.get(name)
    const text = textOfContent(content, this)
    if (role === undefined) this.unknown(what, name)
    else if (role === 'system') this.system(text)
    else if (role === 'user') this.user(text)
    else if (role === 'assistant') this.assistant({ content: text, calls: calls?.(), ...answer })
    else this.tool(text, callId, { error, name: tool })
  }

  system(content: string | undefined): void {
    if (content !== undefined) this.#systems.push(content)
  }

  /** A message that the recording holds and the agent never saw. */
  hidden(): void {
    this.#notShown++
  }

  /** Leaves a message out whose role, or whatever tells its kind, is unknown. */
  unknown(what: string, value: JsonValue | undefined): void {
    this.hidden()
    this.note(`${what} ${JSON.stringify(value ?? null)}; left out`)
  }

  note(sentence: string): void {
    this.#notes.add(sentence)
  }

  user(content: string): void {
    this.#messages.push({ role: 'user', content })
  }

  assistant(message: Omit<Message, 'role'>): void {
    for (const { id, name } of message.calls ?? []) {
      if (id === undefined) continue
      if (this.#tools.has(id)) this.note(`two calls have the id "${id}"; results go to the later one`)
      this.#tools.set(id, name)
      this.#unanswered.add(id)
    }
    this.#messages.push({ ...message, role: 'assistant' })
  }

  /** A tool's result. Its tool is that of the call with the same id, if the recording does not name it. */
  tool(
    content: string,
    callId: string | undefined,
    options: { error?: boolean | undefined; name?: string | undefined } = {},
  ): void {
    const tool = this.#tools.get(callId ?? '') ?? options.name ?? 'unknown'
    if (!this.#tools.has(callId ?? '')) this.note(`a result answers no call (id "${callId ?? ''}")`)
    this.#unanswered.delete(callId ?? '')
    this.#messages.push({ role: 'tool', content: unwrapped(content), tool, callId, error: options.error })
  }

  episode(about: About): Episode {
    const last = new Set(
      this.#messages.findLast(({ role }) => role === 'assistant')?.calls?.map(({ id }) => id),
    )
    const open = [...this.#unanswered].filter((id) => !last.has(id))
    if (open.length > 0) this.note(`${open.length} calls have no result, such as "${open[0]}"`)
    return {
      taskId: about.taskId,
      reward: about.reward,
      prompt: this.#systems.length > 0 ? this.#systems.join('\n\n') : undefined,
      messages: this.#messages,
      writeTools: about.writeTools ?? this.#retailTools(),
      notShown: this.#notShown,
      notes: [...this.#notes],
    }
  }

  /** Recordings of τ-bench's retail domain that were written in another format are known by the tools that they call. */
  #retailTools(): readonly string[] | undefined {
    const called = this.#messages.flatMap(({ calls = [] }) => calls.map(({ name }) => name))
    return called.some((name) => retailWriteTools.includes(name)) ? retailWriteTools : undefined
  }
}
