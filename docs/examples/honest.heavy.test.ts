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
test.for([
  ['first-agent', 'I bought it. It is still missing.'],
  ['own-skill', ''],
  ['resume-after-crash', 'Book'],
])('the model of %s uses only what its prompt shows', async ([name, own = '']) => {
  words = [own]
  models.length = 0
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  await import(`./${name}.ts`)
  expect(log).toHaveBeenCalled()
  expect(models.length).toBeGreaterThan(0)
  expect(models.flatMap(({ invented }) => invented)).toEqual([])
})
