import { type PythonDict, PythonError, stripped } from '../../python/index.ts'
import type { Side } from '../data/tasks.ts'
import type { ToolAnswer, World } from '../world.ts'

export interface ToolCall {
  readonly name: string
  readonly arguments: PythonDict
}

/** What a side says or calls. Text beside calls is kept, and the other side does not see it. */
export interface Turn {
  readonly content?: string | undefined
  readonly calls?: readonly ToolCall[] | undefined
}

export type Message =
  | ({ readonly role: Side } & Turn)
  | ({ readonly role: 'tool'; readonly requestor: Side } & ToolAnswer)

export type Termination =
  | 'user_stop'
  | 'agent_stop'
  | 'max_steps'
  | 'too_many_errors'
  | 'agent_error'
  | 'user_error'

export interface Limits {
  readonly maxSteps: number
  readonly maxErrors: number
  /** Whether text beside calls ends the conversation. */
  readonly strict: boolean
}

export const officialLimits: Limits = { maxSteps: 200, maxErrors: 10, strict: false }
/** What the agent is taken to have said first. */
export const greeting = 'Hi! How can I help you today?'
/** Each of these in what the user says ends the conversation. */
const stopMarks = ['###STOP###', '###TRANSFER###', '###OUT-OF-SCOPE###'] as const

/** A conversation under the official turn rules. The driver asks `next` who takes the next turn. */
export class Conversation {
  readonly messages: Message[] = [{ role: 'assistant', content: greeting }]
  readonly world: World
  /** Hand-overs so far; those to and from the environment count. */
  steps = 0
  errors = 0
  end: Termination | undefined
  private readonly limits: Limits
  private speaker: Side = 'user'

  constructor(world: World, limits: Limits = officialLimits) {
    this.world = world
    this.limits = limits
  }

  /** Undefined once the conversation is over. */
  get next(): Side | undefined {
    return this.end === undefined ? this.speaker : undefined
  }

  get answers(): readonly ToolAnswer[] {
    const last = this.messages.findLastIndex(({ role }) => role !== 'tool')
    return this.messages.slice(last + 1).filter((message) => message.role === 'tool')
  }

  /** Takes the next side's turn. Throws what the official orchestrator raises for a turn of nothing. */
  take(turn: Turn): void {
    const side = this.speaker
    const { content, calls } = turn
    const hasText = content !== undefined && stripped(content) !== ''
    if (!hasText && calls === undefined) {
      const type = side === 'user' ? 'UserMessage' : 'AssistantMessage'
      const words = `${type} must have either content or tool_calls. Got ${type}\nis_final_chunk: True`
      throw new PythonError('ValueError', words)
    }
    this.messages.push({ role: side, ...turn })
    if (side === 'user' && calls === undefined && stopMarks.some((mark) => content?.includes(mark)))
      this.end = 'user_stop'
    if (this.limits.strict && hasText && calls !== undefined)
      this.end = side === 'user' ? 'user_error' : 'agent_error'
    this.steps += 1
    if (calls !== undefined) this.execute(side, calls)
    else this.handOver(side === 'user' ? 'assistant' : 'user')
  }

  private execute(side: Side, calls: readonly ToolCall[]): void {
    if (this.end !== undefined) return
    if (calls.length === 0) throw new PythonError('IndexError', 'list index out of range')
    for (const { name, arguments: kwargs } of calls) {
      const answered = this.world.call(side, name, kwargs)
      if (answered.error) this.errors += 1
      this.messages.push({ role: 'tool', requestor: side, ...answered })
    }
    this.steps += 1
    this.handOver(side)
  }

  private handOver(side: Side): void {
    this.speaker = side
    if (this.steps >= this.limits.maxSteps) this.end = 'max_steps'
    if (this.errors >= this.limits.maxErrors) this.end = 'too_many_errors'
  }
}
