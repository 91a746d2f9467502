import { type Agent, type SessionStore, type Tool, tool } from '@skill-state/agent'
import { z } from 'zod'

const Question = z.object({ question: z.string() })

/** A tool that asks another agent, which has a state of its own, and returns its answer and what it cost. */
export function asTool(researcher: Agent<unknown>, store: SessionStore): Tool<typeof Question> {
  return tool({
    description: 'Researches a question.',
    input: Question,
    onUnknown: 'repeat', // the session of the same key goes on
    execute: async ({ question }, { key, signal }) => {
      const session = await researcher.open({ id: key, store })
      for await (const _ of session.send(question, { id: key, signal }));
      const [answer] = session.messages(1)
      return { answer: answer?.text ?? '', cost: session.spent.cost }
    },
  })
}
