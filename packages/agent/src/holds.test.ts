import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Model } from '@skill-state/protocol'
import { afterAll, describe, expect, test } from 'vitest'
import { fileSessions } from './files.ts'
import { type Agent, agent, memorySessions } from './index.ts'
import { sqliteSessions } from './sqlite.ts'

const folder = mkdtempSync(join(tmpdir(), 'skill-state-holds-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** An agent that books once a message. The booking is under way until `finish` is called. */
function booking(schemaVersion = 1): {
  agent: Agent<unknown>
  begun: Promise<void>
  finish: () => void
  asked: string[]
} {
  const asked: string[] = []
  const model: Model = {
    id: 'booking',
    generate: async ({ prompt }) => {
      asked.push(JSON.stringify(prompt))
      const action = asked.length % 2 === 1 ? { book: {} } : { reply: 'Booked.' }
      const text = JSON.stringify({ state_patch: {}, action })
      return { text, finishReason: 'stop', usage: {}, model: 'booking' }
    },
  }
  const [begun, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const execute = async (): Promise<string> => {
    begun.resolve()
    await finished.promise
    return 'done'
  }
  const made = agent({
    model,
    instructions: 'Book.',
    state: { type: 'object', additionalProperties: false },
    schemaVersion,
    migrations: { 1: (state) => state },
    tools: { book: { description: 'Books.', input: { type: 'object' }, execute } },
  })
  return { agent: made, begun: begun.promise, finish: finished.resolve, asked }
}

describe.each([
  ['memory', memorySessions()],
  ['file', fileSessions(folder)],
  ['sqlite', sqliteSessions(folder)],
] as const)('sessions in %s', (_, store) => {
  test('while a turn runs, no other owner decides, sends, stops or records anything', async () => {
    const [first, second] = [booking(), booking()]
    const one = await first.agent.open({ id: 'a', store })
    const turn = one.ask('Book it.')
    await first.begun
    const other = await second.agent.open({ id: 'a', store })
    const records = (await store.read('a')).length
    const conflict = { code: 'journal-conflict', message: expect.stringContaining('when that has ended') }
    await expect(other.ask('Book it, too.')).rejects.toMatchObject(conflict)
    await expect(other.resume().turn).rejects.toMatchObject(conflict)
    await expect(other.stop()).rejects.toMatchObject(conflict)
    expect(await store.read('a')).toHaveLength(records)
    first.finish()
    expect(await turn).toMatchObject({ end: 'replied', reply: 'Booked.' })
    await expect(other.resume().turn).rejects.toThrow('has continued session "a"')
    expect(second.asked).toEqual([])
    second.finish()
    const later = await second.agent.open({ id: 'a', store })
    expect(await later.ask('And this.')).toMatchObject({ end: 'replied' })
    await expect(one.ask('More.')).rejects.toThrow('has continued session "a"')
    for (const session of [one, other, later]) await session.close()
  })

  test('a newer version of the state is recorded at once, and not while another owner runs a turn', async () => {
    const [first, second] = [booking(), booking(2)]
    const one = await first.agent.open({ id: 'c', store })
    const turn = one.ask('Book it.')
    await first.begun
    const records = (await store.read('c')).length
    const newer = await second.agent.open({ id: 'c', store })
    expect(await store.read('c')).toHaveLength(records)
    first.finish()
    expect(await turn).toMatchObject({ end: 'replied', reply: 'Booked.' })
    await expect(newer.ask('More.')).rejects.toMatchObject({ code: 'journal-conflict' })
    for (const session of [one, newer]) await session.close()
    const later = await second.agent.open({ id: 'c', store })
    expect((await store.read('c')).at(-1)?.body).toContain('{"migrated":')
    await later.close()
  })

  test('commands of one session follow each other without losing it', async () => {
    const { agent: made, finish } = booking()
    finish()
    const session = await made.open({ id: 'b', store })
    const ends = await Promise.all([session.ask('One.'), session.ask('Two.'), session.ask('Three.')])
    expect(ends.map(({ end }) => end)).toEqual(['replied', 'replied', 'replied'])
    await session.close()
  })
})
