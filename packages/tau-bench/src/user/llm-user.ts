import type { Model } from '@skill-state/protocol'
import { promptedUser } from './model-user.ts'
import { briefOf } from './rules.ts'
import type { UserStrategy } from './user.ts'

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
