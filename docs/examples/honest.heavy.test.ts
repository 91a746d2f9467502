import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HonestModel } from '@skill-state/models'
import { afterEach, expect, test, vi } from 'vitest'

const models: HonestModel[] = []
let words: readonly string[] = []

vi.mock('@skill-state/models', async (original) => {
  const module = await original<typeof import('@skill-state/models')>()
  const scripted: typeof module.scripted = (...given) => {
    const model = module.honest(module.scripted(...given), { words })
    models.push(model)
    return model
  }
  return { ...module, scripted }
})
afterEach(() => vi.restoreAllMocks())

/** Examples that run by themselves, with what their scripted models say of their own. */
const EXAMPLES = [
  ['cached-state', 'Noted.'],
  ['first-agent', 'I bought it. It is still missing.'],
  ['own-skill', ''],
  ['recorded-model', 'North.'],
  ['resume-after-crash', 'Book'],
  ['typed-result', 'Two teas, on Friday.'],
] as const

/** Examples whose scripted models answer nothing that a prompt could show, and why. */
const SILENT: Readonly<Record<string, string>> = {
  'changed-agent': 'it is never asked',
  'own-model': 'the suite of models asks it',
}

test('every example with a scripted model is checked', () => {
  // What the versions of the booking agent answer is checked by `booking/desk.ts`.
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter((file) => !file.endsWith('.test.ts'))
  const scripts = files.filter((file) =>
    /\bscripted\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  )
  const names = [...EXAMPLES.map(([name]) => name), ...Object.keys(SILENT)]
  expect(scripts.sort()).toEqual(names.map((name) => `${name}.ts`).sort())
})

test.for(EXAMPLES)('the model of %s uses only what its prompt shows', async ([name, own]) => {
  words = [own]
  models.length = 0
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const [before, folder] = [process.cwd(), mkdtempSync(join(tmpdir(), 'skill-state-honest-'))]
  process.chdir(folder) // some write files
  try {
    await import(`./${name}.ts`)
  } finally {
    process.chdir(before)
    rmSync(folder, { recursive: true })
  }
  expect(log).toHaveBeenCalled()
  expect(models.length).toBeGreaterThan(0)
  expect(models.flatMap(({ invented }) => invented)).toEqual([])
})
