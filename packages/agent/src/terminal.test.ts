import { PassThrough, Readable } from 'node:stream'
import type { Model } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { byObservation, clerk, travel, type World } from '../test/travel.ts'
import { memorySessions, type SessionStore } from './index.ts'
import { chat } from './terminal.ts'

/** What the person reads who writes these lines. */
async function read(
  lines: readonly string[],
  store: SessionStore = memorySessions(),
): Promise<World & { shown: string }> {
  const world = { booked: [] }
  const output = new PassThrough()
  const agent = travel(byObservation(clerk), world)
  await chat(agent, { id: 'a', store, input: Readable.from(lines.map((line) => `${line}\n`)), output })
  return { ...world, shown: String(output.read()) }
}

test('streams replies and names tools', async () => {
  const { shown, booked } = await read(['a cheap flight', 'bye', 'too late'])
  expect(shown).toBe(
    [
      '> [search {"city":"Rome"}]',
      '[book {"flight":"F1","price":90}]',
      'It is "booked".',
      'Enjoy!',
      '> Good bye.',
      '[session "a" has ended: open one with another id]',
      '',
    ].join('\n'),
  )
  expect(booked).toHaveLength(1)
})

test('asks before a call that needs an approval, and tells the agent why not', async () => {
  const { shown, booked } = await read(['the dear one', 'no budget', 'the dear one', 'y'])
  expect(shown).toContain(
    'book {"flight":"F2","price":900} (it costs 900)\nApprove? "y", or why not: Then not.',
  )
  expect(booked).toHaveLength(1)
})

test('asks for each of several calls that wait', async () => {
  const book = (flight: string) => ({ book: { flight, price: 900 } })
  const model = byObservation([
    [/both/, {}, { calls: [book('F1'), book('F2')] }],
    [/Booked/, {}, { reply: 'One is booked.' }],
  ])
  const world: World = { booked: [] }
  const output = new PassThrough()
  const input = Readable.from(['both\n', 'too dear\n', 'y\n'])
  await chat(travel(model, world), { id: 'a', input, output })
  expect(world.booked).toEqual(['a/0/1 F2'])
  expect(String(output.read()).match(/Approve\?/g)).toHaveLength(2)
})

test('continues with a call that waited when the input ended', async () => {
  const store = memorySessions()
  expect((await read(['the dear one'], store)).booked).toEqual([])
  const { shown, booked } = await read(['yes'], store)
  expect(shown).toMatch(/^book .*\nApprove\? "y", or why not: \[book .*\]\nIt is "booked"\.\nEnjoy!\n> $/)
  expect(booked).toHaveLength(1)
})

test('tells why a turn failed, and an empty line tries again', async () => {
  const output = new PassThrough()
  const model = byObservation(clerk)
  let calls = 0
  const lame: Model = {
    ...model,
    generate: (request) => (calls++ === 0 ? Promise.reject(new Error('no answer')) : model.generate(request)),
  }
  const agent = travel(lame, { booked: [] })
  await chat(agent, { id: 'a', input: Readable.from(['hello\n', '\n']), output })
  expect(String(output.read())).toBe('> [no answer: an empty line tries again]\n> Sorry?\n> ')
})

test('shows nothing that a terminal would obey', async () => {
  const output = new PassThrough()
  const model = byObservation([[/hi/, {}, { reply: 'red \u001b[31m\nand on' }]])
  const agent = travel(model, { booked: [] })
  await chat(agent, { id: 'a', input: Readable.from(['hi\n']), output })
  expect(String(output.read())).toBe('> red \uFFFD[31m\nand on\n> ')
})
