import type { JsonObject, RuntimeRecord } from '@skill-state/protocol'
import { testRuntime } from '@skill-state/protocol/conformance'
import { describe, expect, it } from 'vitest'
import { observations, play } from '../../test/play.ts'
import { stateRewrite } from './state-rewrite.ts'
import { skillStateWindow, workingMemory } from './working-memory.ts'

const block = (value: object): string => `Why.\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``

describe.each([
  [skillStateWindow, { state_patch: {} }],
  [workingMemory, { state_patch: {} }],
  [stateRewrite, { state: { note: '' } }],
] as const)('$id keeps the contract of runtimes', ({ run }, written) => {
  it.each(testRuntime({ runtime: run, reply: (action) => block({ ...written, action }) }))(
    '$name',
    async (check) => check.run(),
  )
})

/** The states of an episode whose replies hold these decisions. */
async function states(
  record: RuntimeRecord,
  replies: readonly object[],
): Promise<(JsonObject | undefined)[]> {
  const reply = (index: number): string => block({ ...replies[index], action: 'go' })
  const { steps } = await play(record.run, { observations: observations(replies.length), reply })
  return steps.map(({ state }) => state?.toJSON())
}

it('shows the newest turns below the state', async () => {
  const reply = (index: number): string => block({ state_patch: { n: `s${index}` }, action: 'go' })
  const { prompts } = await play(skillStateWindow.run, { observations: observations(5), reply })
  expect([...(prompts[4] ?? '').matchAll(/^Observation: (o\d)$/gm)].map(([, text]) => text)).toEqual([
    'o2',
    'o3',
  ])
  expect(prompts[4]).toMatch(/"s3"[\s\S]*Recent Steps:[\s\S]*Latest Observation: o4/)
})

it('deletes nothing from a working memory', async () => {
  const patches = [{ a: { x: 'one', y: 'two' } }, { a: { x: null, z: 'three' } }, { a: null }]
  const after = await states(
    workingMemory,
    patches.map((patch) => ({ state_patch: patch })),
  )
  expect(after[1]).toEqual({ a: { x: 'one', y: 'two', z: 'three' } })
  expect(after[2]).toEqual(after[1])
})

it('forgets what a rewritten state leaves out', async () => {
  const after = await states(stateRewrite, [
    { state: { a: 'one', b: 'two' } },
    { state: { b: 'two' } },
    { state: {} },
  ])
  expect(after).toEqual([{ a: 'one', b: 'two' }, { b: 'two' }, {}])
})

it('asks for the whole state, and not for a patch', async () => {
  const { prompts } = await play(stateRewrite.run, {
    observations: observations(1),
    reply: () => block({ state: {}, action: 'go' }),
  })
  expect(prompts[0]).toContain('"state": { <dict: the whole next state> }')
  expect(prompts[0]).not.toMatch(/patch/i)
})
