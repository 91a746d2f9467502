import type { Runtime } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { writeSmallData } from '../../test/small-data.ts'
import { reply, smallRun, stateOnly, summarising, toolCall, transcript } from '../../test/small-runs.ts'
import { openEnvironment } from '../environment/environment.ts'
import { scriptedUser } from '../user/scripted-user.ts'
import { keepRecords, recordKeeping } from './keep-records.ts'
import { actionOf, type MeasureOptions, measurePrompts, observationBefore } from './measure-prompts.ts'

const skill = { name: 'demo', instructions: 'P', schema: {}, initialState: {} }
const options: MeasureOptions = { skill, environment: {}, reply }

test('a prompt is measured in code points, at every step', async () => {
  const { prompts, read } = await measurePrompts(stateOnly, smallRun, options)
  expect(prompts).toEqual(
    ['{}User: Hi 😀', '{}Tool: Error: order not found'].map((text) => Array.from(text).length),
  )
  expect(read).toEqual(prompts)
})

test('what a runtime carries shows in its later prompts', async () => {
  const carried = await measurePrompts(transcript, smallRun, options)
  const flat = await measurePrompts(stateOnly, smallRun, options)
  expect(carried.prompts[1]).toBeGreaterThan(flat.prompts[1] ?? Number.NaN)
})

test('a request for a summary is read, and is not the prompt of the step', async () => {
  const { prompts, read } = await measurePrompts(summarising, smallRun, options)
  expect(read).toEqual(prompts.map((size) => size + 'summary'.length))
})

test('a runtime that takes another action is an error that names the step', async () => {
  const other: Runtime = async function* (input) {
    for await (const step of stateOnly(input)) yield { ...step, action: 'another' }
  }
  await expect(measurePrompts(other, smallRun, options)).rejects.toThrow(
    expect.objectContaining({
      code: 'invalid-recording',
      message: expect.stringContaining('task 0, trial 0, step 1'),
    }),
  )
})

test('observations and actions are those of the environment', async () => {
  const { domain } = writeSmallData()
  const [task] = domain.tasks
  if (task === undefined) throw new Error('the small data has tasks')
  const user = scriptedUser([smallRun.firstUser, 'No idea. ###STOP###'])
  const environment = openEnvironment({ domain, task, user, maxSteps: 30, actionSchema: {} })
  const shown = [(await environment.reset({ seed: 0 })).text]
  for (const step of smallRun.steps) {
    const { action, actionSource: source } = actionOf(step)
    shown.push((await environment.step(action, { ...(source !== undefined && { source }) })).text)
  }
  expect(shown).toEqual([0, 1, 2].map((index) => observationBefore(smallRun, index)))
  await environment.close()
})

test('a state of records grows with what tools answered, and follows a record that changes', async () => {
  const order = toolCall('get_order_details', { order_id: '#1' }, '{"order_id": "#1", "a": {"b": 1, "c": 2}}')
  const patch = keepRecords()
  expect(patch({})).toEqual({})
  expect(patch({ call: order })).toEqual({ records: { '#1': { order_id: '#1', a: { b: 1, c: 2 } } } })
  expect(patch({ call: { ...order, observation: '{"order_id": "#1", "a": {"b": 3}, "d": null}' } })).toEqual({
    records: { '#1': { order_id: '#1', a: { b: 3, c: null } } },
  })
  expect(patch({ call: { ...order, observation: '[1]' } })).toEqual({})
  expect(patch({ call: { ...order, observation: 'Error: no' } })).toEqual({})
  const user = toolCall('get_user_details', { user_id: 'ann' }, '{"name": "Ann"}')
  expect(patch({ call: user })).toEqual({ records: { ann: { name: 'Ann' } } })

  const run = { ...smallRun, steps: [order, ...smallRun.steps] }
  const keeping = { ...options, skill: recordKeeping(skill), patches: keepRecords }
  const { prompts } = await measurePrompts(stateOnly, run, keeping)
  const state = { records: { '#1': { order_id: '#1', a: { b: 1, c: 2 } } } }
  expect(prompts[2]).toBe(`${JSON.stringify(state)}Tool: Error: order not found`.length)
})
