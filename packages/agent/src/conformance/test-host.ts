import assert from 'node:assert/strict'
import { type StoredRecord, verify } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import type { JsonObject } from '@skill-state/protocol'
import { type Check, toCheck } from '@skill-state/protocol/conformance'
import { tell } from '../host/index.ts'
import { memorySessions } from '../stores.ts'
import type { Turn } from '../turn.ts'
import { CountingWorld, FAULTS, hostDesk, type TestedHost, type WorldRequest } from './host-desk.ts'
import { killHost } from './kill-host.ts'

export interface HostSuiteOptions {
  readonly open: (world: CountingWorld) => Promise<TestedHost>
}

const TALK = [
  ...['A flight to Rome, please.', 'A flight to Oslo.', 'Flights to Rome and Oslo.', 'Break it.'],
  ...['Read on.', 'Hello.'],
] as const

/** What every durable host must keep to. The suite brings its own agent, model, world and conversation. */
export function testHost({ open }: HostSuiteOptions): readonly Check[] {
  let opened: Promise<readonly [TestedHost, CountingWorld]> | undefined
  let sessions = 0
  const start = async (): Promise<Started> => {
    opened ??= (async () => {
      const world = new CountingWorld()
      return [await open(world), world] as const
    })()
    const [host, world] = await opened
    world.before = async () => {}
    sessions += 1
    const id = `ada-${sessions}`
    const say = (command: unknown): Promise<Turn> => host.tell(id, command, 'ada')
    const effects = () => world.effects.filter(({ key }) => key.startsWith(`${id}/`))
    return {
      host,
      world,
      id,
      say,
      effects,
      check: async () => {
        const records = await host.records(id)
        verify(memoryJournal([...records]))
        return records
      },
    }
  }
  const rules = Object.entries(RULES).map(([name, [mend, run]]) => {
    return { name, mend, run: async () => run(await start()) }
  })
  const close = {
    name: 'closes',
    mend: 'end what was started',
    run: async () => {
      const [host] = (await opened) ?? []
      await host?.close()
    },
  }
  return [...rules, close].map(toCheck)
}

interface Started {
  readonly host: TestedHost
  readonly world: CountingWorld
  readonly id: string
  readonly say: (command: unknown) => Promise<Turn>
  readonly effects: () => readonly WorldRequest[]
  /** Its journal, which must be whole. */
  readonly check: () => Promise<readonly StoredRecord[]>
}

/** How to keep each rule, and what it checks. */
const RULES: Readonly<Record<string, readonly [mend: string, run: (started: Started) => Promise<void>]>> = {
  'comes to the conversation, state and journal of a session in a process': [
    'load what was saved, and save each value',
    async ({ id, say, check }) => {
      const world = new CountingWorld()
      const store = memorySessions()
      const alone = await hostDesk(world.ask).open({ id, store, context: 'ada' })
      for (const text of TALK) {
        const expected = await tell(alone, { send: text, id: text }).turn
        assert.deepEqual(shown(await say({ send: text, id: text })), shown(expected))
      }
      const records = await check()
      assert.deepEqual(told(records), told(await store.read(id)))
      const longest = Math.max(...records.map(({ body }) => body.length))
      assert.ok(
        longest < 40_000,
        `a long result was not kept by a handle: a record has ${longest} characters`,
      )
    },
  ],
  'plays messages that come at once one after the other, each once': [
    'play the turns of a session one at a time, in the order of arrival',
    async ({ world, say, effects }) => {
      const texts = Array.from({ length: 6 }, (_, index) => `A flight to Rome, number ${index}.`)
      const turns = await Promise.all(texts.map((text) => say({ send: text, id: text })))
      await say({ send: texts[0], id: texts[0] })
      assert.deepEqual(
        turns.map(({ end }) => end),
        texts.map(() => 'replied'),
      )
      assert.equal(effects().length, 2 * texts.length)
      assert.deepEqual(world.overlaps, [])
    },
  ],
  'pays what was approved once, and rejects an approval of another step': [
    'pass each command on as it came, once',
    async ({ say, effects }) => {
      const { approval, end } = await say({ send: 'Pay 30.' })
      assert.equal(end, 'waiting')
      const step = approval?.step ?? -1
      await assert.rejects(say({ approve: step + 1 }), /does not wait for an approval/)
      assert.deepEqual(effects(), [])
      assert.equal((await say({ approve: step })).reply, 'It is paid.')
      await assert.rejects(say({ approve: step }), /does not wait for an approval/)
      assert.equal(effects().length, 1)
    },
  ],
  'answers two calls of a step each by its own approval, in any order': [
    'pass on which of the calls a command names',
    async ({ say, effects }) => {
      const { approval } = await say({ send: 'Pay both 30 and 40.' })
      const step = approval?.step ?? -1
      assert.equal((await say({ approve: step, call: 1 })).end, 'waiting')
      for (const call of [1, 2]) await assert.rejects(say({ approve: step, call }), /of which 0 wait/)
      await assert.rejects(say({ approve: step, call: '0' }), /call\W+is missing/)
      assert.equal((await say({ deny: step, call: 0, reason: 'No.' })).end, 'replied')
      assert.deepEqual(
        effects().map(({ input }) => input.amount),
        [40],
      )
    },
  ],
  'goes on with the next message after an error of any kind, of a tool and of the model': [
    'give what f threw to the session, unless the host itself has failed',
    async ({ world, say, check }) => {
      for (const [tool, fault] of ['search', 'model'].flatMap((each) =>
        [...Object.keys(FAULTS), 'x'.repeat(1_000_000)].map((kind) => [each, kind] as const),
      )) {
        world.before = async (request) => (request.tool === tool ? fault : undefined)
        const { end } = await say({ send: 'A flight to Rome.' })
        assert.ok(['replied', 'failed'].includes(end), `${fault.slice(0, 40)}: ${end}`)
        world.before = async () => {}
        if (tool === 'model') assert.equal((await say({ send: 'Hello.' })).reply, 'Good day.')
      }
      await check()
    },
  ],
  'plays the messages of many sessions at once': [
    'let no session wait for another one',
    async ({ host, world, id }) => {
      const ids = Array.from({ length: 12 }, (_, index) => `${id}x${index}`)
      const turns = await Promise.all(
        ids.map((each) => host.tell(each, { send: 'Flights to Rome and Oslo.', id: 'm' }, 'ada')),
      )
      assert.ok(turns.every(({ end }) => end === 'replied'))
      for (const each of ids)
        assert.equal(world.effects.filter(({ key }) => key.startsWith(`${each}/`)).length, 3)
      assert.deepEqual(world.overlaps, [])
    },
  ],
  'does nothing for a wake-up that comes again, and nothing by the step of another session': [
    'give commands to the session that they name',
    async ({ host, id, say, effects }) => {
      const { approval } = await say({ send: 'Pay 30.' })
      const before = (await host.records(id)).length
      for (const wake of [{ resume: true }, { resume: true }]) assert.equal((await say(wake)).end, 'waiting')
      await assert.rejects(host.tell(`${id}-other`, { approve: approval?.step }, 'ada'), /does not wait/)
      assert.equal((await host.records(id)).length, before)
      assert.deepEqual(effects(), [])
      await say({ approve: approval?.step })
      await say({ resume: true })
      assert.equal(effects().length, 1)
    },
  ],
  'takes text that a database may not: a NUL, and half of a surrogate pair': [
    'keep commands and turns as JSON that is escaped',
    async ({ world, say, check }) => {
      const odd = 'a NUL \0 and a half \ud83d'
      const json = JSON.stringify({ state_patch: { traveller: '\0\ud83d' }, action: { reply: odd } })
      world.before = async ({ tool }) => (tool === 'model' ? `\`\`\`json\n${json}\n\`\`\`` : undefined)
      const { reply, state } = await say({ send: odd })
      assert.deepEqual([reply, (state as JsonObject).traveller], [odd, '\0\ud83d'])
      world.before = async ({ tool }) => (tool === 'search' ? odd : undefined)
      assert.equal((await say({ send: 'A flight to Rome.' })).end, 'replied')
      await check()
    },
  ],
  'goes on with the next message after a command that cannot be read, a failing tool, and a rejected message':
    [
      'end what a SkillStateError is about, and do not try it again',
      async ({ say }) => {
        const poison = [
          null,
          7,
          {},
          { send: '' },
          { send: 'x'.repeat(200_000) },
          { approve: '0' },
          { send: 'a', by: 'b' },
        ]
        for (const command of poison) await assert.rejects(say(command), /command/)
        assert.equal((await say({ send: 'Break it.' })).reply, 'That failed.')
        await assert.rejects(say({ answer: 4, result: 'x' }), /does not wait for a result/)
        assert.equal((await say({ send: 'Hello.' })).reply, 'Good day.')
      },
    ],
  'takes commands of a session only from those who may give them': [
    'ask who may give the command before anything of it is kept',
    async ({ host, id, say }) => {
      const { approval } = await say({ send: 'Pay 30.' })
      const before = await host.records(id)
      const forged = { approve: approval?.step }
      for (const other of ['bob', '', undefined])
        await assert.rejects(host.tell(id, forged, other), /may not/)
      await assert.rejects(host.tell('bob-1', { send: 'Hello.' }, 'ada'), /may not/)
      assert.deepEqual(await host.records(id), before)
      assert.deepEqual(await host.records('bob-1'), [])
      assert.equal((await say({ deny: approval?.step, reason: 'No.' })).end, 'replied')
    },
  ],
  'stops a turn, whose call is then in doubt, and answers the next message': [
    'let a cancelled step throw, and play the next command',
    async ({ host, world, id, say, effects, check }) => {
      const { reached, goOn } = world.hold('search')
      const turn = say({ send: 'A flight to Rome.' })
      await Promise.race([reached, turn])
      await host.stop(id)
      const { end } = await turn
      goOn()
      assert.equal(end, 'stopped')
      assert.equal((await say({ send: 'Hello.' })).reply, 'Good day.')
      assert.ok(effects().length <= 1)
      await check()
    },
  ],
  'resumes by itself after an outage of the model': [
    'give the session the command resume after `resumeAfter`',
    async ({ host, world, id, say, effects }) => {
      let outages = 1
      world.before = async ({ tool }) => {
        if (tool !== 'model' || outages === 0) return
        outages -= 1
        throw new Error('the model is out of order')
      }
      assert.equal((await say({ send: 'A flight to Rome.' })).resumable, true)
      await until(async () => said(await host.records(id)).includes('is booked'))
      assert.equal(effects().length, 2)
    },
  ],
  'goes on after a result that the host cannot take': [
    'keep values of the size that the limits name',
    async ({ world, say }) => {
      assert.equal((await say({ send: 'A flight to Everywhere.' })).end, 'replied')
      assert.equal((await say({ send: 'Hello.' })).reply, 'Good day.')
      assert.deepEqual(world.overlaps, [])
    },
  ],
  'continues by itself where it was killed, with each effect once': [
    'run a turn that was cut off again, with what is on record',
    async ({ host, world, id, say, effects, check }) => {
      const { reached } = world.hold('book')
      const turn = say({ send: 'A flight to Rome.' }).catch(() => {})
      await Promise.race([reached, turn])
      await host.restart()
      await until(async () => said(await host.records(id)).includes('is booked'))
      await turn
      assert.equal(effects().length, 2)
      await check()
    },
  ],
  'loses no effect, does none twice, and overlaps no turns while its parts are killed and cut off from each other':
    [
      'run a turn that was cut off again, alone',
      async ({ host, world, id }) => {
        const faults = [() => host.restart(), () => host.restartServer?.(), () => host.cut?.(500)]
        const kill = async (time: number): Promise<void> => await faults[time]?.()
        const pause = (time: number): number => 150 * (time + 1)
        world.before = () => new Promise((resolve) => setTimeout(resolve, 3)) // a host in memory lets time pass, too
        await killHost({ host, world, kills: faults.length, kill, pause, sessions: 2, id })
      },
    ],
  'answers an approval after the process, the version and the server were replaced': [
    'keep nothing of a waiting session in the process',
    async ({ host, say, effects }) => {
      const { approval } = await say({ send: 'Pay 30.' })
      await host.restart(2)
      await host.restartServer?.()
      const { reply, state } = await say({ approve: approval?.step })
      assert.equal(reply, 'It is paid.')
      assert.equal((state as JsonObject).gate, 'A1')
      assert.equal(effects().length, 1)
    },
  ],
}

/** What of a turn must be the same on each host. */
function shown({ end, reply, state, approval, reasons, steps }: Turn): unknown {
  return JSON.parse(JSON.stringify({ end, reply, state, approval, reasons, steps }))
}

/** What a journal tells: all but where it keeps a whole state again. */
function told(records: readonly StoredRecord[]): readonly string[] {
  return records.map(({ body }) => body).filter((body) => !body.startsWith('{"snapshot":'))
}

function said(records: readonly StoredRecord[]): string {
  return told(records).join('\n')
}

/** Waits for something that happens by itself. Fails after a minute. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  assert.fail('it did not happen within a minute')
}
