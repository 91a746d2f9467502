import type { Agent, AgentEvent } from '@skill-state/agent'
import { openSessionQueue } from '@skill-state/postgres/queue'
import { openDatabase } from '@skill-state/postgres/sessions'

/** In each worker: plays commands until it is closed. `publish` hands events to the web server. */
export async function work(
  url: string,
  agent: Agent<unknown>,
  publish: (event: AgentEvent, session: string) => void,
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await openDatabase(url))
  const queue = stack.use(await openSessionQueue(database, { onError: console.error }))
  await queue.work({ agent, onEvent: publish })
  return stack.move() // close it on SIGTERM: the turns under way come to their end
}

/** In the web server: message in. `queue.tell` waits for the turn, `queue.stop` stops it. */
export async function handOver(url: string, session: string, id: string, text: string): Promise<void> {
  await using database = await openDatabase(url)
  await using queue = await openSessionQueue(database)
  await queue.post(session, { send: text, id })
}
