import { verify } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { expect, test } from 'vitest'
import { type Incident, MemoryHost } from '../../test/memory-host.ts'
import { resumeAfter } from '../host/index.ts'
import { CountingWorld, hostAdmit, hostDesk, type TestedHost } from './host-desk.ts'
import { testHost } from './test-host.ts'

/** The replaying host in memory, behind a door. */
async function open(world: CountingWorld): Promise<TestedHost> {
  let version = 1
  const host = new MemoryHost(() => hostDesk(world.ask, version))
  return {
    async tell(session, command, credential) {
      const user = hostAdmit(credential, session)
      if (user === undefined) throw new Error(`${credential} may not`)
      const turn = await host.tell(session, command, user)
      if (resumeAfter(turn, 0)) void host.tell(session, { resume: true })
      return turn
    },
    stop: async (session) => host.cancel(session),
    records: (session) => host.records(session),
    async restart(next = version) {
      version = next
      host.kill()
    },
    async close() {},
  }
}

for (const { name, run } of testHost({ open })) test(`a host in memory: ${name}`, run)

const TALK = [
  { send: 'A flight to Rome, please.', id: 'm1' },
  { send: 'Pay 30.', id: 'm2' },
  'approve',
  { send: 'Break it.', id: 'm3' },
  { send: 'Flights to Rome and Oslo.', id: 'm4' },
]

/** What the model says to a message that comes with results of a call that was stopped. */
const AFTER_SEARCH = 'F1 is booked.\nEnjoy "your" trip!'

async function talk(
  incident?: Incident,
): Promise<{ host: MemoryHost; world: CountingWorld; ends: string[] }> {
  const world = new CountingWorld()
  const host = new MemoryHost(() => hostDesk(world.ask), incident)
  const ends: string[] = []
  let waiting = 0
  for (const each of TALK) {
    const command = each === 'approve' ? { approve: waiting } : each
    const turn = await host.tell('s', command).catch(({ message }: Error) => message)
    if (typeof turn !== 'string') waiting = turn.approval?.step ?? 0
    ends.push(typeof turn === 'string' ? turn : `${turn.end} ${turn.reply}`)
  }
  return { host, world, ends }
}

test.each(['crash', 'lost', 'failure'] as const)(
  '%s at any call of the host changes nothing but a repeated delivery',
  async (what) => {
    const whole = await talk()
    const records = await whole.host.records('s')
    for (let at = 0; at < whole.host.calls; at += 1) {
      const { host, world, ends } = await talk({ at, what })
      expect(ends).toEqual(whole.ends)
      expect(await host.records('s')).toEqual(records)
      expect(world.effects).toEqual(whole.world.effects)
      expect(world.deliveries.length - whole.world.deliveries.length).toBeLessThanOrEqual(1)
    }
  },
)

test('a cancel at any step stops its turn alone, and what was executing is in doubt', async () => {
  const whole = await talk()
  for (let at = 0; at < whole.host.calls; at += 1) {
    const { host, ends } = await talk({ at, what: 'cancel' })
    expect(ends.filter((end) => end.startsWith('stopped')).length).toBeLessThanOrEqual(1)
    const { end, reply } = await host.tell('s', { send: 'Hello.' })
    expect(end).toBe('replied')
    expect(['Good day.', AFTER_SEARCH]).toContain(reply)
    expect(verify(memoryJournal([...(await host.records('s'))]))).toBeDefined()
  }
})
