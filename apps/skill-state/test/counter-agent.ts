import { type Agent, agent, type SessionStore } from '@skill-state/agent'
import { scripted } from '@skill-state/models'

/** The agent of `grown-agent.ts` as it was before. Each message sets the count. */
export function counter(count: number): Agent<unknown> {
  return agent({
    name: 'counter',
    model: scripted([`{"state_patch": {"count": ${count}}, "action": {"reply": "Noted."}}`]),
    instructions: 'Count.',
    state: { type: 'object', properties: { count: {} }, additionalProperties: false },
    initialState: {},
    tools: {},
    onWarning: () => {},
  })
}

/** Lets an agent set the count, in a session of its own. */
export async function talk(store: SessionStore, id: string, count: number): Promise<void> {
  const session = await counter(count).open({ id, store })
  for await (const _ of session.send('Count.'));
  await session.close()
}

const before: Agent<unknown> = counter(0)
export default before
