import { type Model, SkillStateError } from '@skill-state/protocol'
import { answeredCall, lostCall } from './_call.ts'
import { Conversation } from './conversation.ts'
import type { User } from './user.ts'

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
        throw failed(model, cause instanceof Error ? cause.message : String(cause), cause)
      })
      onCall?.(answeredCall(model, asked.prompt, response))
      const line = read(response.text)
      if (line === undefined || line.trim() === '') {
        throw failed(model, `the reply has no line for the agent (finish reason: ${response.finishReason})`)
      }
      conversation.add(said, response.text)
      return line
    },
    recall: (said, line) => conversation.add(said, write(line)),
  }
}

/** Whether a failed attempt, as a model tells of it or gives it as an error's cause, can have cost something. */
function mayBeCharged(failure: unknown): boolean {
  return (
    typeof failure === 'object' &&
    failure !== null &&
    'mayBeCharged' in failure &&
    failure.mayBeCharged === true
  )
}

function failed({ id }: Model, reason: string, cause?: unknown): SkillStateError {
  const [line] = reason.split('\n', 1)
  return new SkillStateError('simulator-failed', `the simulated user, played by ${id}, failed: ${line}`, {
    cause,
  })
}
