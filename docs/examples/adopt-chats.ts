import type { Agent, Session, SessionStore } from '@skill-state/agent'

/** A row of a chat as you may have it. */
export interface Row {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

/** Opens the session of a chat; a new one begins with what was said before. */
export async function openChat<State>(
  agent: Agent<State>,
  store: SessionStore,
  chat: string,
  rows: () => Promise<readonly Row[]>,
): Promise<Session<State>> {
  const seed = (await rows()).map(({ role, content }) => ({
    by: role === 'user' ? ('user' as const) : ('agent' as const),
    text: content,
  }))
  return await agent.open({ id: chat, store, seed })
}
