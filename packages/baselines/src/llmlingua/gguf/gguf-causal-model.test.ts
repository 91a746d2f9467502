import { expect, it } from 'vitest'
import { loadLibrary } from './gguf-causal-model.ts'

it('loads a package that is installed', async () => {
  expect(await loadLibrary('node:path')).toHaveProperty('sep')
})

it('says in one line which package is missing, and for what', async () => {
  await expect(loadLibrary('@skill-state/no-such-package')).rejects.toMatchObject({
    code: 'invalid-option',
    message:
      'a causal model in a GGUF file needs the package "@skill-state/no-such-package", which is not installed: add it to your dependencies',
  })
})
