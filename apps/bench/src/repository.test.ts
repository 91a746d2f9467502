import { prompt, promptLayouts } from '@skill-state/baselines'
import { buildPrompt, compileSkill, runSkill } from '@skill-state/core'
import { schemaGuards } from '@skill-state/core/guards'
import { reference } from '@skill-state/models'
import {
  type Benchmark,
  type Model,
  type Outcome,
  promptText,
  type Runtime,
  type Step,
  type Task,
} from '@skill-state/protocol'
import { createRepository, repository } from '@skill-state/skillexecbench'
import { describe, expect, test } from 'vitest'

const seeds = [42, 43, 44, 45, 46]
const guards = schemaGuards(compileSkill(repository.skill).schema)
const guarded: Runtime = (input) => runSkill(input, { guards })
const runtimes: [string, Runtime][] = [
  ['SKILL.state', runSkill],
  ['SKILL.state with guards', guarded],
  ['prompt', prompt.run],
]

interface Run {
  readonly steps: readonly Step[]
  readonly outcome: Outcome
  readonly prompts: readonly string[]
}

async function play(benchmark: Benchmark, task: Task, runtime: Runtime): Promise<Run> {
  const { skill, player } = benchmark
  if (player === undefined) throw new Error('the repository has a player')
  const environment = benchmark.open(task)
  const prompts: string[] = []
  const reader = reference(player, promptLayouts)
  const model: Model = {
    ...reader,
    generate: (request) => {
      prompts.push(promptText(request.prompt))
      return reader.generate(request)
    },
  }
  const steps: Step[] = []
  for await (const step of runtime({ skill, environment, model, seed: task.seed })) steps.push(step)
  const outcome = await environment.outcome()
  await environment.close()
  return { steps, outcome, prompts }
}

describe.each(runtimes)('%s with the reference', (_, runtime) => {
  test.for([10, 25, 50, 100])('scores 1.00 at T = %i on 5 seeds, and nothing is refused', async (horizon) => {
    for (const task of repository.tasks({ seeds, horizons: [horizon] })) {
      const { steps, outcome, prompts } = await play(repository, task, runtime)
      expect(outcome.reward).toBe(1)
      expect(prompts).toHaveLength(horizon)
      expect(steps.flatMap(({ rejections }) => rejections)).toEqual([])
      expect(steps.some(({ result }) => result.refused)).toBe(false)
    }
  })

  test.for(['A', 'B', 'C'] as const)(
    'recovers at once in scenario %s, but for the control',
    async (scenario) => {
      const benchmark = createRepository({ scenario })
      for (const task of benchmark.tasks({ seeds, horizons: [50] })) {
        const { outcome } = await play(benchmark, task, runtime)
        expect(outcome.reward).toBe(1)
        if (scenario === 'C') expect(outcome.metrics).toMatchObject({ recovered: 0 })
        else expect(outcome.metrics).toMatchObject({ recovered: 1, recoverySteps: 0 })
      }
    },
  )
})

test('a SKILL.state prompt is P, Σ_t and O_t, and is no longer at T = 100 than the paper’s', async () => {
  for (const task of repository.tasks({ seeds, horizons: [100] })) {
    const { steps, prompts } = await play(repository, task, runSkill)
    let state = repository.skill.initialState
    for (const [index, step] of steps.entries()) {
      expect(prompts[index]).toBe(buildPrompt(repository.skill, state, step.observation))
      state = step.state?.toJSON() ?? {}
    }
    const mean = prompts.reduce((sum, { length }) => sum + length, 0) / prompts.length
    expect(mean).toBeLessThan(2_545)
  }
})
