import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { missingPackage, optionalPackage } from './optional-package.ts'

const notFound = (message: string): Error =>
  Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' })

test('a missing package is named in one line that says how to install it', async () => {
  const load = async (): Promise<never> => {
    throw notFound("Cannot find package 'openai' imported from file.mjs")
  }
  await expect(optionalPackage('openai', load)).rejects.toMatchObject({
    code: 'invalid-option',
    message: 'the package openai is not installed: run "npm install openai"',
  })
})

test('a package that require does not find is missing too', () => {
  let thrown: unknown
  try {
    createRequire(import.meta.url)('not-installed-anywhere/part')
  } catch (error) {
    thrown = error
  }
  expect(missingPackage('not-installed-anywhere', thrown)).toMatchObject({ code: 'invalid-option' })
})

test('any other error is passed on', () => {
  const errors = [
    notFound("Cannot find package 'zod' imported from openai.mjs"),
    new TypeError('openai'),
    'x',
  ]
  expect(errors.map((error) => missingPackage('openai', error))).toEqual(errors)
})
