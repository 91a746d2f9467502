import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { bench, emptyFolder, wordsOf } from '../../test/bench.ts'
import type { Said } from '../../test/in-process.ts'
import { main } from '../program.ts'

let run = ''
beforeAll(async () => {
  run = join(emptyFolder(), 'run')
  const args = '--runtime prompt,skill-state --horizon 25 --seeds 10'
  expect((await bench(`run scaling ${args} --out ${run}`)).code).toBe(0)
})

const regress = (args: string): Promise<Said> => bench(`regress ${run} ${args}`)

describe('bench regress', () => {
  test('the reference agrees with itself in every state', async () => {
    const before = readdirSync(run)
    const { code, stdout } = await regress('--model reference --format json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      episodes: 10,
      agreement: { steps: 250, action: 1, normalisedAction: 1, state: 1 },
      sound: { both: 250, onlyA: 0, onlyB: 0, neither: 0 },
      regression: { steps: 250, firsts: [], asked: { steps: 250, unanswered: 0 } },
    })
    expect(readdirSync(run)).toEqual(before)
  })

  test('it agrees with itself if it is asked in another form', async () => {
    const { code, stdout } = await regress('--model reference --as skill-state-json --every 5 --format json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout).agreement).toMatchObject({ steps: 50, action: 1, state: 1 })
  })

  test('the faulty reference decides otherwise where its faults are, and says where first', async () => {
    const { code, stdout } = await regress('--model faulty-reference --as skill-state-once --format json')
    expect(code).toBe(0)
    const { agreement, fallbacks, sound, differences, regression } = JSON.parse(stdout)
    expect(agreement.steps).toBe(250)
    // A fault leaves the action alone, unless the reply is rejected for it and becomes the no-op.
    expect(fallbacks).toBeGreaterThan(0)
    expect(agreement.action).toBeCloseTo(1 - fallbacks / 250)
    expect(agreement.state).toBeLessThan(agreement.action)
    expect(sound).toMatchObject({ onlyB: 0, neither: 0, both: 250 * agreement.state })
    expect(differences.map(({ id }: { id: string }) => id)).toEqual([
      'sound',
      'refusedReplies',
      'outputTokens',
    ])
    expect(regression.firsts).toHaveLength(10)
    expect(regression.groups).toContainEqual(
      expect.objectContaining({ part: 'decision', place: 'action', steps: fallbacks }),
    )
  })

  test('the text has the tables, and the places', async () => {
    const { code, stdout } = await regress('--model faulty-reference --as skill-state-once --limit 30')
    expect(code).toBe(0)
    expect(stdout).toContain('30 states of 2 episodes')
    expect(stdout).toMatch(/same state after the patch +\|/)
    expect(stdout).toMatch(/warehouse@1 t0025-s42 skill-state: step \d+, decision, action/)
  })
})

beforeEach(() => {
  vi.stubEnv('OPENAI_API_KEY', '')
  return () => vi.unstubAllEnvs()
})

describe('bad input is rejected with one line and exit code 2', () => {
  test.for<[string, RegExp]>([
    ['', /--model/],
    ['--model gpt', /unknown model "gpt"/],
    ['--model openai:gpt-5', /OPENAI_API_KEY/],
    ['--model reference --as skil', /unknown runtime "skil"/],
    ['--model reference --as stateful', /--as: stateful carries more than the state/],
    ['--model reference --runtime prompt', /--runtime: prompt carries more than the state/],
    ['--model reference --runtime skill-state-json', /has no episode of skill-state-json/],
    ['--model faulty-reference --as skill-state-json', /not made for runtime skill-state-json/],
    ['--model reference --every 0', /--every: "0" is not a whole number/],
    ['--model reference --limit 0.5', /--limit: "0.5" is not/],
    ['--model reference --format xml', /--format: "xml" is not one of md, json/],
    ['--model reference --max-cost 1', /longest reply of model/],
  ])('%s', async ([args, message]) => {
    const error: unknown = await main(wordsOf(`regress ${run} ${args}`)).catch((thrown: unknown) => thrown)
    expect(error instanceof SkillStateError).toBe(true)
    expect(String(error)).toMatch(message)
    expect(String(error)).not.toContain('\n')
  })
})
