import { SkillStateError } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import { readKey } from './read-key.ts'

test('reads the key without the white space around it', () => {
  expect(readKey('acme', 'ACME_KEY', { ACME_KEY: ' k-1\n' }).reveal()).toBe('k-1')
})

test.each([{}, { ACME_KEY: '' }, { ACME_KEY: ' \n' }])(
  'names the variable that is missing from %j',
  (env) => {
    expect(() => readKey('acme', 'ACME_KEY', env)).toThrow(
      new SkillStateError('missing-key', 'acme needs a key: set the environment variable ACME_KEY'),
    )
  },
)

test.each(['canary key', 'canary\nkey', 'canary…', 'cänary'])('rejects %j without telling it', (value) => {
  const message =
    'the environment variable ACME_KEY is not a key: a key for acme has only printable ASCII characters'
  expect(() => readKey('acme', 'ACME_KEY', { ACME_KEY: value })).toThrow(
    new SkillStateError('missing-key', message),
  )
})
