import type { AgentInputItem, Session } from '@openai/agents'

/** Marks the items of a run with the session that they belong to. */
const MARK = 'skillStateSession'

/**
 * A session of the SDK that names itself to the model, so that one agent serves many sessions. It keeps its items, for your
 * user interface. The state is in the store of the agent, under the same id.
 */
export function stateSession<S extends Session>(session: S): S {
  const getItems: S['getItems'] = async (...given) => {
    const [limit] = given
    const items = await session.getItems(...given)
    if (limit !== undefined) return items
    return [{ type: 'unknown', providerData: { [MARK]: await session.getSessionId() } }, ...items]
  }
  return new Proxy(session, {
    get(target, name) {
      if (name === 'getItems') return getItems
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** The id of the session that the items of a run name. */
export function sessionIn(input: string | readonly AgentInputItem[]): string | undefined {
  if (typeof input === 'string') return undefined
  for (const { providerData } of input) {
    const id: unknown = providerData?.[MARK]
    if (typeof id === 'string') return id
  }
  return undefined
}
