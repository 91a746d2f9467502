import { describe, expect, test } from 'vitest'
import { outcomeOf } from '../../test/play.ts'
import { retraction } from './benchmark.ts'
import { retractionPlayer } from './player.ts'

const tasks = [...retraction.tasks({ seeds: [42, 43, 44, 45, 46], horizons: [2, 10, 50, 100, 200] })]

describe.each(['state', 'history', 'summary'] as const)('from the %s', (shown) => {
  test.each(tasks)('answers every event of $id, by what is right now', async (task) => {
    const { reward, metrics } = await outcomeOf(retraction, task, shown)
    expect([reward, metrics?.staleActions]).toEqual([1, 0])
    expect(metrics?.correctedActions).toBe(metrics?.correctedEvents)
    expect(metrics?.busyActions).toBe(metrics?.busyEvents)
  })
})

test('from the newest observation alone it answers no enquiry, and is busy all the same', async () => {
  for (const task of tasks) {
    const { reward, metrics } = await outcomeOf(retraction, task, 'nothing')
    expect([reward, metrics?.staleActions]).toEqual([0, 0])
    expect(metrics?.busyActions).toBe(metrics?.busyEvents)
  }
})

const base = { instructions: '', history: [] }
const told = 'Success: Waited.\ntrain_3 leaves from platform_4.'
const corrected =
  'Success: Waited.\nCorrection: train_3 leaves from platform_7, not from platform_4 as announced before. The digits were misheard.'
const enquiry = 'A passenger asks for train_3.'
const turn = (observation: string) => ({ observation, response: '' })

test.each([
  [told, 'Post train_3 platform_4', { platforms: { train_3: 'platform_4' } }],
  [corrected, 'Post train_3 platform_7', { platforms: { train_3: 'platform_7' } }],
  [enquiry, 'Direct train_3 platform_9', {}],
  ['A passenger asks for train_4.', 'Wait', {}],
  ['train_3 has left.', 'Clear train_3', { platforms: { train_3: null } }],
  ['Error: "train_3 has left." is not an action.', 'Wait', {}],
  [`Error: no.\n${enquiry}\ntrain_3 has left.`, 'Clear train_3', { platforms: { train_3: null } }],
  ['', 'Wait', {}],
])('answers %j', (observation, action, patch) => {
  const state = { platforms: { train_3: 'platform_9' } }
  const decision = retractionPlayer.decide({ ...base, state, observation })
  expect([decision.action, decision.patch]).toEqual([action, patch])
})

test.each([
  ['what is told last holds', [told, corrected], 'Direct train_3 platform_7'],
  ['a correction alone is enough', [corrected], 'Direct train_3 platform_7'],
  ['a history cut before the correction leads astray', [told], 'Direct train_3 platform_4'],
  ['a train that left is forgotten', [told, 'train_3 has left.'], 'Wait'],
])('%s', (_, observations, action) => {
  const view = { ...base, history: observations.map(turn), observation: enquiry }
  expect(retractionPlayer.decide(view).action).toBe(action)
})

test('turns overrule the summary, and a state overrules both', () => {
  const summary = 'train_3 leaves from platform_1.'
  const view = { ...base, summary, observation: enquiry }
  expect(retractionPlayer.decide(view).action).toBe('Direct train_3 platform_1')
  const later = { ...view, history: [turn(corrected)] }
  expect(retractionPlayer.decide(later).action).toBe('Direct train_3 platform_7')
  const state = { platforms: { train_3: 'platform_9' } }
  expect(retractionPlayer.decide({ ...later, state }).action).toBe('Direct train_3 platform_9')
})

test('its summary holds what is right now, in whole sentences, and loses what was told longest ago first', () => {
  const summary =
    'train_3 leaves from platform_4. train_1 leaves from platform_2. train_2 leaves from platform_5.'
  const view = { instructions: '', summary, turns: ['train_1 has left.', corrected].map(turn) }
  const whole = 'train_2 leaves from platform_5. train_3 leaves from platform_7.'
  expect(retractionPlayer.summarise?.(view)).toBe(whole)
  expect(retractionPlayer.summarise?.({ ...view, maxChars: whole.length })).toBe(whole)
  expect(retractionPlayer.summarise?.({ ...view, maxChars: whole.length - 1 })).toBe(
    'train_3 leaves from platform_7.',
  )
})
