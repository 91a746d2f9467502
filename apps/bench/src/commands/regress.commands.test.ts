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
  const args = '--runtime prompt,skill-state --horizon 25 --seeds 2'
  expect((await bench(`run scaling ${args} --out ${run}`)).code).toBe(0)
})

const regress = (args: string): Promise<Said> => bench(`regress ${run} ${args}`)

test('bench regress prints the tables and the places, and writes nothing', async () => {
  const before = readdirSync(run)
  const { code, stdout } = await regress('--model faulty-reference --as skill-state-once --limit 30')
  expect(code).toBe(0)
  expect(stdout).toContain('30 states of 2 episodes')
  expect(stdout).toMatch(/same state after the patch +\|/)
  expect(stdout).toMatch(/warehouse@1 t0025-s42 skill-state: step \d+, decision, action/)
  expect(readdirSync(run)).toEqual(before)
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
