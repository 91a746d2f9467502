import { promptLayouts } from '@skill-state/baselines'
import { buildPrompt, merge } from '@skill-state/core'
import { computeFigures, digest, runEpisode, type Trace, type TraceLine } from '@skill-state/eval'
import { growthExponent } from '@skill-state/eval/statistics'
import { reference } from '@skill-state/models'
import { type JsonObject, type ModelRequest, promptText } from '@skill-state/protocol'
import { warehouse } from '@skill-state/skillexecbench'
import { expect, test } from 'vitest'
import { runtimes } from './registry.ts'

const { skill, player } = warehouse
if (player === undefined) throw new Error('the warehouse has a player')

/** Says that tokens are counted: nothing here looks at them, and to count them takes most of the time. */
const NO_TOKENS = { inputTokens: 0, outputTokens: 0 }

async function play(
  runtime: string,
  horizon: number,
  seed: number,
): Promise<{ trace: Trace; prompts: string[] }> {
  const run = runtimes[runtime]?.run
  const [task] = warehouse.tasks({ seeds: [seed], horizons: [horizon] })
  if (player === undefined || run === undefined || task === undefined) throw new Error(`no ${runtime}`)
  const reader = reference(player, promptLayouts)
  const prompts: string[] = []
  const model = {
    ...reader,
    generate: async (request: ModelRequest) => {
      prompts.push(promptText(request.prompt))
      return { ...(await reader.generate(request)), usage: NO_TOKENS }
    },
  }
  const lines: TraceLine[] = []
  await runEpisode(
    { benchmark: warehouse, task, runtime: { id: runtime, run }, model },
    { record: (line) => lines.push(line) },
  )
  const of = <K extends TraceLine['kind']>(kind: K) =>
    lines.filter((line): line is Extract<TraceLine, { kind: K }> => line.kind === kind)
  const [[episode], [reset], [end]] = [of('episode'), of('reset'), of('end')]
  if (episode === undefined || reset === undefined || end === undefined)
    throw new Error('the trace is incomplete')
  return {
    trace: { file: '', episode, reset, calls: of('call'), attempts: of('attempt'), steps: of('step'), end },
    prompts,
  }
}

test.for([10, 25, 50, 100, 200])('both runtimes score 1.00 at T = %i on 5 seeds', async (horizon) => {
  for (const seed of [42, 43, 44, 45, 46]) {
    for (const runtime of ['prompt', 'skill-state']) {
      const { trace } = await play(runtime, horizon, seed)
      expect(trace.end).toMatchObject({ status: 'terminated', outcome: { reward: 1 } })
      expect(trace.calls).toHaveLength(horizon)
    }
  }
})

test('every SKILL.state prompt is P, Σ_t and O_t and nothing else, whatever t is', async () => {
  const { trace, prompts } = await play('skill-state', 200, 42)
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
    const { trace } = await play('prompt', horizon, 42)
    points.push([horizon, computeFigures(trace)?.promptChars ?? 0])
  }
  const exponent = growthExponent(points)
  expect(exponent).toBeGreaterThan(1.95)
  expect(exponent).toBeLessThan(2.05)
})
