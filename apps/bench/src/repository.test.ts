import { prompt } from '@skill-state/baselines'
import { buildPrompt, compileSkill, merge, runSkill } from '@skill-state/core'
import { schemaGuards } from '@skill-state/core/guards'
import type { Runtime } from '@skill-state/protocol'
import { repository, repositoryBenchmark } from '@skill-state/skillexecbench'
import { describe, expect, test } from 'vitest'
import { playSeeds } from '../test/play.ts'

const guards = schemaGuards(compileSkill(repository.skill).schema)
const guarded: Runtime = (input) => runSkill(input, { patch: { guards } })
const runtimes: [string, Runtime][] = [
  ['SKILL.state', runSkill],
  ['SKILL.state with guards', guarded],
  ['prompt', prompt.run],
]

describe.each(runtimes)('%s with the reference', (_, runtime) => {
  test.for([10, 25, 50, 100])(
    'scores 1.00 at T = %i on 5 seeds, and nothing is rejected',
    async (horizon) => {
      for (const { trace, outcome, prompts } of await playSeeds(repository, horizon, runtime)) {
        const { steps } = trace
        expect(outcome.reward).toBe(1)
        expect(prompts).toHaveLength(horizon)
        expect(steps.flatMap(({ rejections }) => rejections)).toEqual([])
        expect(steps.some(({ result }) => result.refused)).toBe(false)
      }
    },
  )

  test.for(['A', 'B', 'C'] as const)(
    'recovers at once in scenario %s, but for the control',
    async (scenario) => {
      const benchmark = repositoryBenchmark({ scenario })
      for (const { outcome } of await playSeeds(benchmark, 50, runtime)) {
        expect(outcome.reward).toBe(1)
        if (scenario === 'C') expect(outcome.metrics).toMatchObject({ recovered: 0 })
        else expect(outcome.metrics).toMatchObject({ recovered: 1, recoverySteps: 0 })
      }
    },
  )
})

test('a SKILL.state prompt is P, Σ_t and O_t, and is no longer at T = 100 than the paper’s', async () => {
  for (const { trace, prompts } of await playSeeds(repository, 100, runSkill)) {
    let { initialState: state } = repository.skill
    let observation = trace.reset?.observation.text ?? ''
    for (const [index, step] of trace.steps.entries()) {
      expect(prompts[index]).toBe(buildPrompt(repository.skill, state, observation))
      state = merge(state, step.patch ?? {})
      observation = step.result.text
    }
    const mean = prompts.reduce((sum, { length }) => sum + length, 0) / prompts.length
    expect(mean).toBeLessThan(2_545)
  }
})
