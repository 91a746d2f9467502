import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { byObservation } from '../../test/travel.ts'
import { agent } from '../index.ts'

const rules = [
  [/^Look/, {}, { look: {} }],
  [/Nothing new|no answer/, {}, { reply: 'Nothing new.' }],
] as const

/** An agent whose tool is given a signal, and answers unless `hangs` says that it never does. */
function looking(hangs: (signal: AbortSignal) => boolean) {
  return agent({
    model: byObservation(rules),
    instructions: 'Look.',
    state: z.object({}),
    tools: {
      look: {
        description: 'Looks.',
        input: z.object({}),
        timeoutMs: 20,
        execute: async (_, { signal }) => {
          if (hangs(signal)) await new Promise(() => {})
          return 'Nothing new.'
        },
      },
    },
  })
}

test('turns and calls leave no listener on a signal that outlives them', async () => {
  const { signal } = new AbortController()
  const given: AbortSignal[] = []
  const session = await looking((own) => given.push(own) === 2).open({ id: 'a' })
  for (let turn = 0; turn < 3; turn += 1) expect((await session.ask('Look.', { signal })).end).toBe('replied')
  for (const each of [signal, ...given]) expect(getEventListeners(each, 'abort')).toEqual([])
  expect(given.map(({ aborted }) => aborted)).toEqual([false, true, false])
})

test('a signal that is aborted in the middle of a call reaches the tool with its reason, and keeps no listener', async () => {
  const stop = new AbortController()
  const given: AbortSignal[] = []
  const session = await looking((own) => {
    given.push(own)
    stop.abort('enough')
    return true
  }).open({ id: 'a' })
  expect((await session.ask('Look.', { signal: stop.signal })).end).toBe('stopped')
  expect(given[0]?.reason).toBe('enough')
  expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  expect((await session.ask('Look.', { signal: stop.signal })).end).toBe('stopped')
  expect(given).toHaveLength(1)
})
