import type { Session } from '@openai/agents'
import { packed } from './items.ts'

/**
 * A session of the SDK that names itself to the model, so that one agent serves many sessions. A run gets the last turn as it
 * is, and what is needed of the turns before it as one item. Your own session keeps every item: read it for your user
 * interface. The state is in the store of the agent, under the same id.
 */
export function stateSession<S extends Session>(session: S): S {
  const getItems: S['getItems'] = async (...given) => {
    const [limit] = given
    const items = await session.getItems(...given)
    return limit === undefined ? packed(await session.getSessionId(), items) : items
  }
  return new Proxy(session, {
    get(target, name) {
      if (name === 'getItems') return getItems
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
