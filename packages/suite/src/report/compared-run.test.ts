import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { conditionDifferences } from '@skill-state/eval/compare'
import { beforeAll, expect, test } from 'vitest'
import { runSmall } from '../../test/run-small.ts'
import { readComparedRun, requireRepetition, shareConditions } from './compared-run.ts'

let run = ''
let again = ''
let short = ''
beforeAll(async () => {
  run = await runSmall({ horizon: [10], seeds: 2 })
  short = await runSmall({ horizon: [10], seeds: 1, maxSteps: 5, runtime: ['prompt'] })
  again = join(run, '..', 'again')
  cpSync(run, again, { recursive: true })
})

/** How the conditions differ that two runs share. */
function differing(a: string, b: string): readonly string[] {
  const [first, second] = shareConditions(readComparedRun(a), readComparedRun(b))
  return conditionDifferences(first.conditions, second.conditions).flatMap(({ lines }) => lines)
}

test('fewer seeds, runtimes and horizons are no other conditions; another budget is', () => {
  expect(differing(run, again)).toEqual([])
  expect(differing(run, short)).toEqual(['budget.steps is absent, not 5'])
})

test('a copy repeats a run; the run itself and one of another budget do not', () => {
  const [first, second, other] = [run, again, short].map(readComparedRun) as [
    ReturnType<typeof readComparedRun>,
    ReturnType<typeof readComparedRun>,
    ReturnType<typeof readComparedRun>,
  ]
  expect(() => requireRepetition(first, second)).not.toThrow()
  const dotted = readComparedRun(`${run}/.`)
  expect(() => requireRepetition(first, dotted)).toThrow('is the same run as')
  expect(() => requireRepetition(first, other)).toThrow(
    `${short} is no repetition of ${run}: budget.steps is absent, not 5; see bench compare ${run} ${short}`,
  )
})

test('a run has the figures of each episode, and names a folder without a run', () => {
  const { episodes } = readComparedRun(run)
  expect(episodes.map(({ runtime }) => runtime).sort()).toEqual([
    'prompt',
    'prompt',
    'skill-state',
    'skill-state',
  ])
  expect(() => readComparedRun(join(run, 'none'))).toThrow('is not a run folder: run.json is missing')
})
