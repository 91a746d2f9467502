import { expect, test } from 'vitest'
import { playedCountdown, recordedRun } from '../../test/recorded-run.ts'
import { digest } from '../trace/digest.ts'
import { recompute } from './recompute.ts'

test('gives the prompts that were sent and the states that were visited', async () => {
  const { traces } = await recordedRun([{}])
  for (const trace of traces) {
    const { prompts, steps } = await recompute(trace, playedCountdown)
    expect(prompts.map(digest)).toEqual(trace.calls.map(({ promptHash }) => promptHash))
    expect(steps.map(({ state }) => digest(JSON.stringify(state)))).toEqual(
      trace.steps.map(({ stateHash }) => stateHash),
    )
    expect(steps.map(({ observation }) => observation)).toEqual(['seed 1, step 0', 'step 1', 'step 2'])
  }
  expect(traces).toHaveLength(1)
})

test('rejects a trace that does not come out again, and names the step', async () => {
  const { traces } = await recordedRun([{}])
  const skill = { ...playedCountdown.skill, instructions: 'Be bad.' }
  for (const trace of traces) {
    await expect(recompute(trace, { ...playedCountdown, skill })).rejects.toThrow(
      /\.jsonl, step 0: promptHash differs.*bench replay/,
    )
  }
})
