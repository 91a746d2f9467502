import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { HonestModel } from '@skill-state/models'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { blocksOf, pages } from './_blocks.ts'
import { saveProgram } from './_readmes.ts'

const models: HonestModel[] = []
let words: readonly string[] = []

/** What the scripted models of a page say of their own. */
const OWN: Readonly<Record<string, string>> = {
  'README.md': 'It is still missing.',
  'packages/agent/README.md': 'Noted.',
  'packages/mcp/README.md': 'there',
  'packages/models/README.md': 'North.',
  'packages/tools/README.md': 'sum',
}

vi.mock('@skill-state/models', async (original) => {
  const module = await original<typeof import('@skill-state/models')>()
  const scripted: typeof module.scripted = (...given) => {
    const model = module.honest(module.scripted(...given), { words })
    models.push(model)
    return model
  }
  return { ...module, scripted }
})
const folder = mkdtempSync(join(import.meta.dirname, '.honest-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

const programs = pages
  .flatMap(blocksOf)
  .filter(({ language, code }) => language === 'ts' && /\bscripted\(/.test(code))
  .map((program, index) => ({ ...program, index }))

test.for(programs)(
  'the scripted models of $page use only what their prompts show ($index)',
  async (program) => {
    const { page, code, index } = program
    words = [OWN[page] ?? '']
    models.length = 0
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const place = join(folder, String(index))
    mkdirSync(place)
    const file = saveProgram({ page, code, prints: undefined }, place)
    const before = process.cwd()
    process.chdir(place)
    try {
      await import(file)
    } finally {
      process.chdir(before)
    }
    expect(models.flatMap(({ invented }) => invented)).toEqual([])
  },
)
