import type { Agent, AgentEvent, SessionStore } from '@skill-state/agent'
import type { PgBoss } from 'pg-boss'

/** A message of a session. The id is the sender's, so that a second delivery is ignored. */
export interface Turn {
  readonly session: string
  readonly id: string
  readonly text: string
}

/** Messages of one session wait for each other. A job whose worker died is given to another worker. */
export async function openQueue(boss: PgBoss): Promise<void> {
  await boss.createQueue('turns', { policy: 'key_strict_fifo', retryLimit: 10, heartbeatSeconds: 30 })
}

/** In the web server: message in. */
export async function handOver(boss: PgBoss, turn: Turn): Promise<void> {
  await boss.send('turns', turn, { singletonKey: turn.session })
}

/** In each worker: runs turns, and publishes their events to the web server, by Redis or `NOTIFY`. */
export async function work(
  boss: PgBoss,
  agent: Agent<unknown>,
  store: SessionStore,
  publish: (session: string, event: AgentEvent) => Promise<void>,
): Promise<void> {
  await boss.work<Turn>('turns', async ([job]) => {
    if (job === undefined) return
    const session = await agent.open({ id: job.data.session, store })
    try {
      for await (const event of session.send(job.data.text, { id: job.data.id })) {
        await publish(session.id, event)
      }
    } finally {
      await session.close()
    }
  })
}
