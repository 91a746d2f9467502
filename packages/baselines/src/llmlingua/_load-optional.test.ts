import { expect, it } from 'vitest'
import { loadOptional } from './_load-optional.ts'

it('loads a package that is there', async () => {
  expect(await loadOptional<{ sep: string }>('node:path', 'this test')).toHaveProperty('sep')
})

it('says in one line which package is missing, and for what', async () => {
  await expect(loadOptional('@skill-state/no-such-package', 'thisTest')).rejects.toMatchObject({
    code: 'invalid-option',
    message:
      'thisTest needs the package "@skill-state/no-such-package", which is not installed: add it to your dependencies',
  })
})
