import type { EnvironmentCall, Model, ModelRequest, ModelResponse, Usage } from '@skill-state/protocol'
import { costOf, maxCost, maxUsage, reasonOf, SkillStateError } from '@skill-state/protocol'
import { stopMark } from '../evaluator/episode.ts'
import type { User, UserStrategy } from './user.ts'

function answeredCall(
  model: Model,
  prompt: string,
  { usage, replayed }: Pick<ModelResponse, 'usage' | 'replayed'>,
): EnvironmentCall {
  const isCounted = usage.inputTokens !== undefined && usage.outputTokens !== undefined
  if (!isCounted) return { ...mostOf(model, prompt, usage), replayed }
  const { prices } = model.capabilities ?? {}
  const cost = prices && costOf(usage, prices)
  return { model: model.id, usage, cost, replayed }
}

/** What a request took that gave no reply and may be charged all the same. */
function lostCall(model: Model, prompt: string): EnvironmentCall {
  return mostOf(model, prompt, {})
}

/** The most that a call can have used of which no more is known. */
function mostOf({ id, capabilities = {} }: Model, prompt: string, known: Usage): EnvironmentCall {
  const most = maxUsage({ prompt }, capabilities)
  const { inputTokens = most.inputTokens } = known
  const usage = { ...most, ...known, inputTokens }
  const { outputTokens } = usage
  const { prices } = capabilities
  const cost =
    prices && outputTokens !== undefined ? maxCost({ inputTokens, outputTokens }, prices) : undefined
  return { model: id, usage, cost, atMost: true }
}

export interface ModelUserOptions {
  readonly model: Model
  /** What the model is told before the conversation. */
  readonly brief: string
  /** What each call ends with. */
  readonly request: string
  /** The user's line in a reply; undefined if the reply has none. */
  readonly read: (reply: string) => string | undefined
  /** A reply with this line, as far as the line tells: it stands for a reply that is no longer known. */
  readonly write: (line: string) => string
}

/** The official default strategy: each reply of the model is the user's line as it is. */
export function llmUser(model: Model): UserStrategy {
  return {
    name: 'llm',
    description: `played by ${model.id}`,
    open: ({ instruction }) =>
      promptedUser({
        model,
        brief: briefOf(instruction, ['Write one line at a time: the next thing that the customer says.']),
        request: "Write the customer's next line and nothing else:",
        read: (reply) => reply,
        write: (line) => line,
      }),
  }
}

/** A user that a model plays. The model sees its own replies again in full, the agent only the lines in them. */
export function promptedUser({ model, brief, request, read, write }: ModelUserOptions): User {
  const conversation = new Conversation(brief)
  return {
    model: model.id,
    async answer(said, { signal, onCall } = {}) {
      signal?.throwIfAborted()
      const asked = conversation.ask(said, request)
      const onRetry = (failure: unknown): void => {
        if (mayBeCharged(failure)) onCall?.(lostCall(model, asked.prompt))
      }
      const response = await model.generate({ ...asked, onRetry, signal }).catch((cause: unknown) => {
        signal?.throwIfAborted()
        if (cause instanceof SkillStateError) onRetry(cause.cause)
        throw failed(model, reasonOf(cause), cause)
      })
      onCall?.(answeredCall(model, asked.prompt, response))
      const line = read(response.text)
      if (line === undefined || line.trim() === '')
        throw failed(model, `the reply has no line for the agent (finish reason: ${response.finishReason})`)
      conversation.add(said, response.text)
      return line
    },
    recall: (said, line) => conversation.add(said, write(line)),
  }
}

/** Whether a failed attempt, as a model tells of it or gives it as an error's cause, can have cost something. */
function mayBeCharged(failure: unknown): boolean {
  return (Object(failure) as { readonly mayBeCharged?: unknown }).mayBeCharged === true
}

function failed({ id }: Model, reason: string, cause?: unknown): SkillStateError {
  const [line] = reason.split('\n', 1)
  return new SkillStateError('simulator-failed', `the simulated user, played by ${id}, failed: ${line}`, {
    cause,
  })
}

/**
 * A chat as one growing prompt. What earlier calls have sent stays where it was, and the places where it ends are cache
 * breakpoints.
 */
class Conversation {
  private text: string
  private readonly ends: number[]

  constructor(brief: string) {
    this.text = `${brief}\n\nThe conversation so far:\n`
    this.ends = [this.text.length]
  }

  /** The request for the user's answer to what the agent said. Adds nothing: the answer may fail to come. */
  ask(said: string, request: string): Pick<ModelRequest, 'cacheBreakpoints'> & { readonly prompt: string } {
    const text = this.text + turn('Agent', said)
    return { prompt: `${text}\n${request}`, cacheBreakpoints: [...this.ends, text.length] }
  }

  /** Adds what the agent said and what the user answered, in the model's own words. */
  add(said: string, reply: string): void {
    for (const part of [turn('Agent', said), turn('User', reply)]) {
      this.text += part
      this.ends.push(this.text.length)
    }
  }
}

const turn = (who: 'Agent' | 'User', words: string): string => `\n[${who}]\n${words}\n`

/** What a model is told about the user that it plays. The official rules, in other words. */
export function briefOf(instruction: string, form: readonly string[]): string {
  return `You play a customer who talks with a service agent. Never play the agent.

Your instruction: ${instruction}

Rules:
${[...form, ...rules].map((rule) => `- ${rule}`).join('\n')}`
}

const rules: readonly string[] = [
  'Keep back what the instruction tells you until it is needed: say only as much as this point of the conversation asks for.',
  'Add nothing that the instruction does not say. If the agent asks for something that is not in it, an order number for instance, say that you do not have it or cannot recall it.',
  `Once the goal of the instruction is reached, answer with ${stopMark} alone: that ends the conversation.`,
  'Say things in words of your own, and never quote the instruction.',
  'Talk as a person naturally would, with the character that the instruction gives you.',
]
