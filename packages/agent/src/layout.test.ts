import { layouts } from '@skill-state/core/layouts'
import { type ModelRequest, promptText } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { agent, memorySessions } from './index.ts'

const shelves = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`shelf_${at}`, `item_${at}`]))
const schema = z.object({
  shelves: z.record(z.string().max(12), z.string().max(12)).meta({ maxProperties: 400 }).default(shelves),
})
const prices = { date: '2026-11-23', input: 2, cacheRead: 0.2, output: 8 }

/** An agent that changes a shelf with each message, and what it was sent. */
function warehouse(
  layout: typeof layouts.auto | undefined,
  capabilities: object = { prices, cacheMinimumTokens: 1_024 },
) {
  const requests: ModelRequest[] = []
  const made = agent({
    model: {
      id: 'm',
      capabilities,
      generate: async (request) => {
        requests.push(request)
        const patch = { shelves: { [`shelf_${(requests.length * 7) % 300}`]: `new_${requests.length}` } }
        const text = JSON.stringify({ state_patch: patch, action: { reply: 'Done.' } })
        return { text, finishReason: 'stop', usage: {}, model: 'm' }
      },
    },
    instructions: 'You keep the shelves.',
    state: schema,
    tools: {},
    layout,
    onWarning: () => {},
  })
  return { made, requests }
}

/** Characters at the full price if the provider keeps each prompt as the beginning of the next. */
function uncached(requests: readonly ModelRequest[]): number {
  const prompts = requests.map(({ prompt }) => promptText(prompt))
  return prompts.reduce((sum, prompt, index) => {
    const before = prompts[index - 1] ?? ''
    let same = 0
    while (same < before.length && before[same] === prompt[same]) same += 1
    return sum + prompt.length - same
  }, 0)
}

test('auto leaves the state in the cache of a provider that has one, within the certificate', async () => {
  const [laid, whole] = [warehouse(layouts.auto), warehouse(undefined)]
  const store = memorySessions()
  for (const { made } of [laid, whole]) {
    for (let turn = 0; turn < 30; turn += 1) {
      const session = await made.open({ id: made === laid.made ? 'a' : 'b', store })
      await session.ask('Next.')
      await session.close()
    }
  }
  expect(uncached(laid.requests)).toBeLessThan(uncached(whole.requests) / 3)
  const { certificate } = laid.made
  const most = certificate.bounded ? certificate.promptChars : 0
  expect(Math.max(...laid.requests.map(({ prompt }) => promptText(prompt).length))).toBeLessThanOrEqual(most)
  const [first, second] = laid.requests
  const ends = second?.cacheBreakpoints ?? []
  const shown = promptText(second?.prompt ?? '')
  expect(ends.map((end) => shown.slice(0, end).at(-1))).toEqual(['\n', '}', '}'])
  expect(promptText(first?.prompt ?? '').startsWith(shown.slice(0, ends[1]))).toBe(true)
})

test.each([{}, { prices: { ...prices, cacheRead: undefined } }])(
  'auto changes no prompt if the model has no price of a cache: %j',
  async (capabilities) => {
    const [laid, whole] = [warehouse(layouts.auto, capabilities), warehouse(undefined, capabilities)]
    for (const { made } of [laid, whole]) {
      const session = await made.open({ id: 'a' })
      await session.ask('Next.')
      await session.close()
    }
    expect(laid.requests.map(({ prompt }) => prompt)).toEqual(whole.requests.map(({ prompt }) => prompt))
  },
)

test('a layout is on record with the session', async () => {
  const { made } = warehouse(layouts.auto)
  const store = memorySessions()
  const session = await made.open({ id: 'a', store })
  await session.ask('Next.')
  const journal = (await store.open('a')).journal
  const records = [...journal.forward()].map(({ body }) => JSON.parse(body))
  expect(records.find(({ decided }) => decided === 0)).toMatchObject({
    written: 'base',
    asked: { layout: 'auto' },
  })
})
