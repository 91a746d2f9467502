import { merge } from '@skill-state/core'
import type { RunInput, Skill } from '@skill-state/protocol'
import { testRuntime } from '@skill-state/protocol/conformance'
import { describe, expect, it } from 'vitest'
import { play } from '../../test/play.ts'
import { stateful } from './stateful.ts'

const skill: Skill = {
  name: 'shelves',
  instructions: 'P',
  schema: {
    type: 'object',
    properties: { shelves: { type: 'object', additionalProperties: { type: 'string' } } },
    required: ['shelves'],
    additionalProperties: false,
  },
  initialState: { shelves: { s1: 'i1' } },
}

const observations = ['o0', 'o1']

/** One step with this reply, then one more to see what was carried. */
async function after(reply: string) {
  const replies = [reply, 'Action: stop']
  const { prompts, steps } = await play(stateful.run, {
    skill,
    observations,
    reply: (index) => replies[index] ?? '',
  })
  return { next: prompts[1], step: steps[0], steps }
}

describe('the contract of runtimes', () => {
  it.each([
    ...testRuntime({ runtime: stateful.run, reply: (action) => `Why.\nAction: ${action}` }),
    ...testRuntime({
      runtime: stateful.run,
      reply: (action) => `StateUpdate: {"note": "${action}"}\nAction: ${action}`,
    }),
  ])('$name', async (check) => check.run())
})

it('merges an update, shows the new state, and keeps the whole transcript', async () => {
  const { next, step } = await after('Why.\nStateUpdate: {"shelves": {"s1": null, "s2": "i1"}}\nAction: go')
  expect(step).toMatchObject({
    action: 'go',
    reasoning: 'Why.\nStateUpdate: {"shelves": {"s1": null, "s2": "i1"}}',
    patch: { shelves: { s1: null, s2: 'i1' } },
  })
  expect(step?.state?.toJSON()).toEqual({ shelves: { s2: 'i1' } })
  expect(step).not.toHaveProperty('notes', expect.anything())
  expect(next).toBe(`Instructions:
P

Current State:
{
  "shelves": {
    "s2": "i1"
  }
}

History:
Observation: o0
Response: Why.
StateUpdate: {"shelves": {"s1": null, "s2": "i1"}}
Action: go

Latest Observation: o1
Update the state if necessary, provide reasoning, and output 'Action: <cmd>'.
To update state, use the format: StateUpdate: {"key": "value"}`)
})

it.each([
  ['{"shelves": {"s1": 7}}', '/shelves/s1'],
  ['{"shelves": null}', '/shelves'],
  ['{"s1": "i1"}', '/s1'],
  ['{"shelves": {"s1": [null]}}', '/shelves/s1/0'],
  ['{"shelves":', ''],
  ['s1 = i1', ''],
])('acts on a reply whose update %s is rejected, and says why', async (update, path) => {
  const { step, next } = await after(`StateUpdate: ${update}\nAction: go`)
  expect(step).toMatchObject({ action: 'go', rejections: [], notes: [{ path }] })
  expect(step).not.toHaveProperty('patch', expect.anything())
  expect(step?.state?.toJSON()).toEqual(skill.initialState)
  expect(next).toContain('"s1": "i1"')
})

it('asks again after a rejected update if told to, with the reason, as for a rejected patch', async () => {
  const replies = [
    'StateUpdate: {"shelves": 1}\nAction: go',
    'StateUpdate: {"shelves": {"s2": "a"}}\nAction: go',
  ]
  const script = { skill, observations: ['o0'], reply: (index: number) => replies[index] ?? '' }
  const run = (input: RunInput) => stateful.run(input, { attempts: 3, retryUpdates: true })
  const { prompts, steps } = await play(run, script)
  expect(prompts).toHaveLength(2)
  expect(prompts[1]).toContain('update refused')
  expect(steps).toMatchObject([{ rejections: [{ mistake: 'schema' }], patch: { shelves: { s2: 'a' } } }])
  expect(steps[0]).not.toHaveProperty('notes', expect.anything())
})

it('applies several updates in order, and gives the one patch that leads to the same state', async () => {
  const { step } = await after(
    'StateUpdate: {"shelves": {"s2": "a"}}\nStateUpdate: {"shelves": 1}\nStateUpdate: {"shelves": {"s2": null, "s3": "b"}}\nAction: go',
  )
  expect(step).toMatchObject({ patch: { shelves: { s3: 'b' } }, notes: [{ path: '/shelves' }] })
  expect(step?.state?.toJSON()).toEqual({ shelves: { s1: 'i1', s3: 'b' } })
  expect(merge(skill.initialState, step?.patch ?? {})).toEqual(step?.state?.toJSON())
})

it('applies a later update to what the earlier one has left', async () => {
  const { step } = await after(
    'StateUpdate: {"shelves": {"s2": "a"}}\nStateUpdate: {"shelves": {"s3": "b"}}\nAction: go',
  )
  expect(step?.patch).toEqual({ shelves: { s2: 'a', s3: 'b' } })
  expect(step?.state?.toJSON()).toEqual({ shelves: { s1: 'i1', s2: 'a', s3: 'b' } })
})

it('lets the rate of applied updates be counted: a patch if one was applied, a note for each rejected', async () => {
  const replies = [
    'StateUpdate: {"shelves": {"s2": "a"}}\nAction: go',
    'Action: go',
    'StateUpdate: {}\nAction: go',
    'StateUpdate: {"x": 1}\nAction: go',
    'StateUpdate: {"shelves": {"s9": null}}\nAction: go',
  ]
  const script = { skill, observations: replies, reply: (index: number) => replies[index] ?? '' }
  const { steps } = await play(stateful.run, script)
  expect(steps.map(({ patch }) => patch !== undefined)).toEqual([true, false, true, false, true])
  expect(steps.map(({ notes }) => notes?.length ?? 0)).toEqual([0, 0, 0, 1, 0])
})

it('commits nothing of a reply without an action', async () => {
  const replies = ['StateUpdate: {"shelves": {"s2": "a"}}', 'Action: go', 'Action: go']
  const script = { skill, observations, reply: (index: number) => replies[index] ?? '' }
  const { steps, prompts } = await play(stateful.run, script)
  expect(steps[0]).toMatchObject({ rejections: [{ issues: [{ path: '' }] }] })
  expect(prompts[2]).not.toContain('s2')
})

it('keeps the state if the no-op replaces a decision', async () => {
  const replies = Array(3).fill('StateUpdate: {"shelves": {"s2": "a"}}\nAction:')
  const { steps } = await play(stateful.run, {
    skill,
    observations: ['o0'],
    noop: 'Wait',
    reply: (index) => replies[index] ?? '',
  })
  expect(steps).toMatchObject([{ action: 'Wait', fallback: true, state: expect.anything() }])
  expect(steps[0]).not.toHaveProperty('patch', expect.anything())
  expect(steps[0]?.state?.toJSON()).toEqual(skill.initialState)
})
