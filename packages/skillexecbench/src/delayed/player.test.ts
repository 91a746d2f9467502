import { describe, expect, test } from 'vitest'
import { outcomeOf } from '../../test/play.ts'
import { delayedBenchmark } from './benchmark.ts'
import { delayedPlayer } from './player.ts'

const seeds = [42, 43, 44, 45, 46]

describe.each(['named', 'notes'] as const)('with a state of form %s', (field) => {
  describe.each([1, 5, 20, 40])('at a distance of %d', (distance) => {
    const benchmark = delayedBenchmark({ distance, field })
    const tasks = [...benchmark.tasks({ seeds, horizons: [100, 200] })]
    test.each(['state', 'history', 'summary'] as const)('knows every tag from the %s', async (shown) => {
      for (const task of tasks) {
        const { reward, metrics } = await outcomeOf(benchmark, task, shown)
        expect(reward).toBe(1)
        expect(metrics?.busyActions).toBe(metrics?.busyEvents)
      }
    })
    test('knows no tag from the newest observation alone, and is busy all the same', async () => {
      for (const task of tasks) {
        const { reward, metrics } = await outcomeOf(benchmark, task, 'nothing')
        expect(reward).toBe(0)
        expect(metrics?.busyActions).toBe(metrics?.busyEvents)
      }
    })
  })
})

test('if the notes are too small for what is kept, it loses some tags and no others', async () => {
  for (const [notesLimit, least, most] of [
    [10, 0, 0],
    [45, 0.1, 0.9],
    [100, 1, 1],
  ] as const) {
    const benchmark = delayedBenchmark({ distance: 20, field: 'notes', notesLimit })
    for (const task of benchmark.tasks({ seeds, horizons: [100] })) {
      const { reward } = await outcomeOf(benchmark, task, 'state')
      expect(reward).toBeGreaterThanOrEqual(least)
      expect(reward).toBeLessThanOrEqual(most)
    }
  }
})

const named = delayedPlayer({ field: 'named' })
const notes = delayedPlayer({ field: 'notes', notesLimit: 45 })
const base = { instructions: '', history: [] }
const bag = 'Success: Waited.\nguest_3 hands in a bag under tag 4817.'
const claim = 'guest_2 comes for the bag.'
const inNotes = 'guest_1 has tag 1111. guest_2 has tag 2222.'

test.each([
  [named, { tags: {}, brought: 0 }, bag, 'Accept guest_3', { tags: { guest_3: '4817' } }],
  [
    named,
    { tags: { guest_2: '2222' }, brought: 0 },
    claim,
    'Return guest_2 2222',
    { tags: { guest_2: null } },
  ],
  [named, { tags: {}, brought: 4 }, 'room_5 asks for soap.', 'Bring soap room_5', { brought: 5 }],
  [named, { tags: {}, brought: 4 }, claim, 'Wait', {}],
  [notes, { notes: '', brought: 0 }, bag, 'Accept guest_3', { notes: 'guest_3 has tag 4817.' }],
  [
    notes,
    { notes: inNotes, brought: 0 },
    bag,
    'Accept guest_3',
    { notes: 'guest_2 has tag 2222. guest_3 has tag 4817.' },
  ],
  [notes, { notes: inNotes, brought: 0 }, claim, 'Return guest_2 2222', { notes: 'guest_1 has tag 1111.' }],
  [notes, { notes: 'All is well.', brought: 0 }, claim, 'Wait', {}],
  [named, { tags: {}, brought: 0 }, 'Error: "guest_2 comes for the bag." is not an action.', 'Wait', {}],
  [
    named,
    { tags: {}, brought: 4 },
    `Error: no.\n${claim}\nroom_5 asks for soap.`,
    'Bring soap room_5',
    { brought: 5 },
  ],
  [named, { tags: {}, brought: 0 }, '', 'Wait', {}],
] as const)('%#: decides from state and observation', (player, state, observation, action, patch) => {
  const decision = player.decide({ ...base, state, observation })
  expect([decision.action, decision.patch]).toEqual([action, patch])
})

test('a transcript from the start on decides, else the state that is shown', () => {
  const history = [{ observation: 'guest_2 hands in a bag under tag 9999.', response: '' }]
  const view = { instructions: '', history, observation: claim }
  const state = { tags: { guest_2: '2222' } }
  expect(named.decide({ ...view, state }).action).toBe('Return guest_2 9999')
  expect(named.decide({ ...view, state, history: [] }).action).toBe('Return guest_2 2222')
  expect(named.decide(view).action).toBe('Return guest_2 9999')
})

test('its summary holds what is still needed, in whole sentences, and loses the oldest first', () => {
  const turns = [bag, claim, 'guest_4 hands in a bag under tag 4444.'].map((observation) => {
    return { observation, response: '' }
  })
  const view = { instructions: '', summary: inNotes, turns }
  const whole = 'guest_1 has tag 1111. guest_3 has tag 4817. guest_4 has tag 4444.'
  expect(named.summarise?.(view)).toBe(whole)
  expect(named.summarise?.({ ...view, maxChars: whole.length })).toBe(whole)
  const shorter = 'guest_3 has tag 4817. guest_4 has tag 4444.'
  expect(named.summarise?.({ ...view, maxChars: whole.length - 1 })).toBe(shorter)
  expect(named.summarise?.({ ...view, maxChars: 20 })).toBe('')
  expect(named.decide({ ...base, summary: whole, observation: 'guest_1 comes for the bag.' }).action).toBe(
    'Return guest_1 1111',
  )
})
