import { type Agent, asTool, type SessionStore, type Tool } from '@skill-state/agent'

/** A tool that asks another agent, which has a state of its own, and returns its reply and what it cost. */
export function research(researcher: Agent<unknown>, store: SessionStore): Tool {
  return asTool(researcher, { description: 'Researches a question.', store })
}
