import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
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

const match = (args = ''): Promise<Said> => bench(`step-match ${run} ${args}`)

interface Line {
  readonly kind: string
  readonly agrees: { readonly action: boolean; readonly state: boolean }
  readonly calls: readonly { readonly fault?: { readonly class: string; readonly differs?: boolean } }[]
  readonly decision?: { readonly fallback: boolean }
}

const linesOf = (file: string): Line[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as Line)

describe('bench step-match', () => {
  test('the reference agrees with itself in every state', async () => {
    const file = join(emptyFolder(), 'matches.jsonl')
    const { code, stdout } = await match(`--model reference --out ${file} --format json`)
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      episodes: 10,
      agreement: { steps: 250, action: 1, normalisedAction: 1, state: 1 },
      sound: { both: 250, onlyA: 0, onlyB: 0, neither: 0 },
    })
  })

  test('it agrees with itself if it is asked in another form', async () => {
    const file = join(emptyFolder(), 'matches.jsonl')
    const args = `--model reference --as skill-state-json --out ${file} --format json`
    const { code, stdout } = await match(args)
    expect(code).toBe(0)
    expect(JSON.parse(stdout).agreement).toMatchObject({ steps: 250, action: 1, state: 1 })
  })

  test('the faulty reference differs only in states that its fault changed', async () => {
    const file = join(emptyFolder(), 'matches.jsonl')
    const args = `--model faulty-reference --as skill-state-once --out ${file} --format json`
    const { code, stdout } = await match(args)
    expect(code).toBe(0)
    const lines = linesOf(file)
    const spoiled = lines.map(({ calls }) => calls[0]?.fault).filter((fault) => fault !== undefined)
    // A fault that leads to no other state is indistinguishable from the intended reply.
    const harmless = spoiled.filter(({ differs }) => differs === false).length
    const { agreement } = JSON.parse(stdout)
    expect(spoiled.length).toBeGreaterThan(0.1 * lines.length)
    expect(agreement.steps).toBe(250)
    expect(agreement.state).toBeCloseTo(1 - (spoiled.length - harmless) / 250)
    // A fault leaves the action alone, unless the reply is rejected for it and becomes the no-op.
    const lost = lines.filter(({ decision }) => decision?.fallback).length
    expect(lost).toBeGreaterThan(0)
    expect(agreement.action).toBeCloseTo(1 - lost / 250)
  })

  test('continues after a cut, asks nothing twice, and reports without the model', async () => {
    const file = join(emptyFolder(), 'matches.jsonl')
    const whole = await match(`--model reference --every 5 --out ${file}`)
    expect(whole.code).toBe(0)
    const text = readFileSync(file, 'utf8')
    const cut = text.split('\n').slice(0, 21).join('\n')
    writeFileSync(file, `${cut}\n{"kind":"match","ben`)
    const again = await match(`--model reference --every 5 --out ${file}`)
    expect(again.code).toBe(0)
    expect(again.stdout).toBe(whole.stdout)
    expect(readFileSync(file, 'utf8').startsWith(`${cut}\n`)).toBe(true)
    expect(linesOf(file)).toHaveLength(50)
    const report = await match(`--out ${file}`)
    expect(report.stdout).toBe(whole.stdout)
    expect(readFileSync(file, 'utf8').split('\n')).toHaveLength(text.split('\n').length)
  })

  test('reports how many episodes the same states save, compared with whole episodes', async () => {
    const other = join(emptyFolder(), 'other')
    const args = `--runtime skill-state-once --horizon 25 --seeds 10 --out ${other}`
    expect((await bench(`run faults ${args}`)).code).toBe(0)
    const file = join(emptyFolder(), 'matches.jsonl')
    const asked = `--model faulty-reference --as skill-state-once --out ${file}`
    const { code, stdout } = await match(`${asked} --against ${other} --format json`)
    expect(code).toBe(0)
    const { differences } = JSON.parse(stdout) as {
      differences: { id: string; saved?: { episodes: number; ratio?: number } }[]
    }
    const sound = differences.find(({ id }) => id === 'sound')
    expect(sound?.saved?.episodes).toBe(10)
    // A wrong state stays wrong in an episode of its own, and is made right in the next matched state.
    expect(sound?.saved?.ratio).toBeGreaterThan(1)
  })
})

beforeEach(() => {
  vi.stubEnv('OPENAI_API_KEY', '')
  return () => vi.unstubAllEnvs()
})

describe('bad input is rejected with one line and exit code 2, and nothing is written', () => {
  test.for<[string, RegExp]>([
    ['', /name who is asked with --model/],
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
    ['--model reference --out .', /--out: \. is not a file/],
    ['--out nowhere.jsonl', /--out: nowhere.jsonl does not exist/],
    ['--model reference --against nowhere', /nowhere is not a run folder: run.json is missing/],
    [
      '--model faulty-reference --against RUN',
      /--against: .* has no episode of skill-state by faulty\(reference\)/,
    ],
  ])('%s', async ([args, message]) => {
    const error: unknown = await main(wordsOf(`step-match ${run} ${args.replace('RUN', run)}`)).catch(
      (thrown: unknown) => thrown,
    )
    expect(error instanceof SkillStateError).toBe(true)
    expect(String(error)).toMatch(message)
    expect(String(error)).not.toContain('\n')
    expect(existsSync(join(run, 'step-match'))).toBe(false)
  })

  test('a file of matched steps that is damaged', async () => {
    const file = join(emptyFolder(), 'matches.jsonl')
    expect((await match(`--model reference --limit 2 --out ${file}`)).code).toBe(0)
    appendFileSync(file, 'not JSON\n')
    const { code, stdout, stderr } = await match(`--model reference --out ${file}`)
    expect(stderr).toMatch(/^bench: .*matches\.jsonl:4: the line is not JSON.*\n$/)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })
})
