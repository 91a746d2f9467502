import assert from 'node:assert/strict'
import { verify } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import type { CountingWorld, TestedHost } from './host-desk.ts'

interface Killing {
  readonly host: TestedHost
  readonly world: CountingWorld
  readonly kills: number
  /** Kills a part of the host and starts it again. */
  readonly kill: (time: number) => Promise<void>
  /** Milliseconds until the next kill. */
  readonly pause: (time: number) => number
  readonly sessions?: number
  /** What their ids begin with. */
  readonly id?: string
}

interface KillReport {
  readonly turns: number
  readonly effects: number
  /** Deliveries of a key beyond the first. */
  readonly repeated: number
  readonly modelCalls: number
}

/**
 * Sends messages to sessions, one after the other in each, while parts of the host are killed. Rejects if an effect is missing, was
 * done twice, or overlapped another of its session, or if a journal is damaged. A message whose sender lost the host is sent again.
 */
export async function killHost(killing: Killing): Promise<KillReport> {
  const { host, world, kills, kill, pause, sessions = 4, id = 'ada' } = killing
  let isOver = false
  const sent = Array.from({ length: sessions }, () => 0)
  const talk = async (_: number, index: number): Promise<void> => {
    while (!isOver) {
      const command = { send: 'Flights to Rome and Oslo.', id: `m${sent[index]}` }
      for (;;) {
        const turn = await host.tell(`${id}-k${index}`, command, 'ada').catch(() => undefined)
        if (turn && !turn.resumable) break
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      sent[index] = (sent[index] ?? 0) + 1
    }
  }
  const talks = sent.map(talk)
  for (let time = 0; time < kills; time += 1) {
    await new Promise((resolve) => setTimeout(resolve, pause(time)))
    await kill(time)
  }
  isOver = true
  await Promise.all(talks)
  assert.deepEqual(world.overlaps, [], 'turns of a session overlapped')
  for (const [index, turns] of sent.entries()) {
    const done = world.effects.filter(({ key }) => key.startsWith(`${id}-k${index}/`)).map(({ tool }) => tool)
    const expected = Array.from({ length: turns }, () => ['search', 'search', 'book']).flat()
    assert.deepEqual(done, expected, `session ${index} lost, doubled or reordered an effect`)
    verify(memoryJournal([...(await host.records(`${id}-k${index}`))]))
  }
  const calls = world.deliveries.filter(({ tool }) => tool !== 'model')
  return {
    turns: sent.reduce((sum, turns) => sum + turns, 0),
    effects: world.effects.length,
    repeated: calls.length - world.effects.length,
    modelCalls: world.deliveries.length - calls.length,
  }
}
