import { buildPrompt, merge } from '@skill-state/core'
import { computeFigures, digest } from '@skill-state/eval'
import { growthExponent } from '@skill-state/eval/statistics'
import type { JsonObject } from '@skill-state/protocol'
import { warehouse } from '@skill-state/skillexecbench'
import { expect, test } from 'vitest'
import { play, taskOf } from '../test/play.ts'

const { skill } = warehouse

test.for([10, 25, 50, 100, 200])('both runtimes score 1.00 at T = %i on 5 seeds', async (horizon) => {
  for (const seed of [42, 43, 44, 45, 46]) {
    for (const runtime of ['prompt', 'skill-state']) {
      const { trace } = await play(warehouse, taskOf(warehouse, horizon, seed), runtime)
      expect(trace.end).toMatchObject({ status: 'terminated', outcome: { reward: 1 } })
      expect(trace.calls).toHaveLength(horizon)
    }
  }
})

test('every SKILL.state prompt is P, Σ_t and O_t and nothing else, whatever t is', async () => {
  const { trace, prompts } = await play(warehouse, taskOf(warehouse, 200), 'skill-state')
  let state: JsonObject = skill.initialState
  let observation = trace.reset?.observation.text ?? ''
  const fixed = buildPrompt(skill, {}, '').length - '{}'.length
  for (const [t, step] of trace.steps.entries()) {
    const prompt = buildPrompt(skill, state, observation)
    expect(prompts[t]).toBe(prompt)
    expect(trace.calls[t]).toMatchObject({ promptHash: digest(prompt), promptChars: prompt.length })
    expect(prompt.length).toBe(fixed + JSON.stringify(state).length + observation.length)
    state = merge(state, step.patch ?? {})
    expect(step.stateHash).toBe(digest(JSON.stringify(state)))
    observation = step.result.text
  }
})

test("a transcript's characters grow with the square of the horizon, from T = 1,000 to 2,000", async () => {
  const points: [number, number][] = []
  for (const horizon of [1000, 1400, 2000]) {
    const { trace } = await play(warehouse, taskOf(warehouse, horizon), 'prompt')
    points.push([horizon, computeFigures(trace)?.promptChars ?? 0])
  }
  const exponent = growthExponent(points)
  expect(exponent).toBeGreaterThan(1.95)
  expect(exponent).toBeLessThan(2.05)
})
