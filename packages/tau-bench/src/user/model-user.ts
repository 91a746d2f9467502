import { type Model, SkillStateError } from '@skill-state/protocol'
import { Conversation } from './conversation.ts'
import { UsageAccount } from './usage-account.ts'
import type { User } from './user.ts'

export interface ModelUserOptions {
  readonly model: Model
  /** What the model is told before the conversation. */
  readonly brief: string
  /** What each call ends with. */
  readonly request: string
  /** The user's line in a reply; undefined where the reply has none. */
  readonly read: (reply: string) => string | undefined
  /** A reply with this line, as far as the line tells: it stands for a reply that is no longer known. */
  readonly write: (line: string) => string
}

/** A user that a model plays. The model sees its own replies again in full, the agent only the lines in them. */
export function createModelUser({ model, brief, request, read, write }: ModelUserOptions): User {
  const conversation = new Conversation(brief)
  const account = new UsageAccount(model.capabilities?.prices)
  return {
    async answer(said, signal) {
      signal?.throwIfAborted()
      const asked = conversation.ask(said, request)
      const response = await model
        .generate({ ...asked, ...(signal && { signal }) })
        .catch((cause: unknown) => {
          signal?.throwIfAborted()
          throw failed(model, cause instanceof Error ? cause.message : String(cause), cause)
        })
      account.charge(response.usage)
      const line = read(response.text)
      if (line === undefined || line.trim() === '') {
        throw failed(model, `the reply has no line for the agent (finish reason: ${response.finishReason})`)
      }
      conversation.add(said, response.text)
      return line
    },
    recall(said, line) {
      account.charge({})
      conversation.add(said, write(line))
    },
    usage: () => account.total(),
  }
}

function failed({ id }: Model, reason: string, cause?: unknown): SkillStateError {
  const [line] = reason.split('\n', 1)
  return new SkillStateError('simulator-failed', `the simulated user, played by ${id}, failed: ${line}`, {
    cause,
  })
}
