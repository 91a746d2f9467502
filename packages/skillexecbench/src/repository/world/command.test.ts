import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commands } from './events.ts'

test.each([
  ['Commit(kite_12, auth.ts)', { kind: 'Commit', branch: 'kite_12', file: 'auth.ts' }],
  ['CherryPick(c3, release_1)', { kind: 'CherryPick', commit: 'c3', branch: 'release_1' }],
  ['Merge(pr_7)', { kind: 'Merge', pr: 7 }],
  ['CreatePR(kite_12)', { kind: 'CreatePR', branch: 'kite_12' }],
  ['FixCI(kite_12)', { kind: 'FixCI', branch: 'kite_12' }],
  ['RunTests(kite_12)', { kind: 'RunTests', branch: 'kite_12' }],
  ['CreateRelease(master)', { kind: 'CreateRelease', branch: 'master' }],
  ['Rollback(kite_12)', { kind: 'Rollback', branch: 'kite_12' }],
  ['Wait', { kind: 'Wait' }],
] as const)('reads %s, and writes it again', (text, command) => {
  expect(commands.read(text)).toEqual(command)
  expect(commands.write(command)).toBe(text)
})

test.each([
  '',
  'wait',
  'Wait()',
  'Wait\n',
  ' Merge(pr_7)',
  'Merge(7)',
  'Merge(pr_07)',
  'Merge(pr_9999999999)',
  'Merge(pr_7); Wait',
  'Merge(pr_7)\nWait',
  'Commit(kite_12,auth.ts)',
  'Commit(kite_12,  auth.ts)',
  'Commit("kite_12", "auth.ts")',
  'Commit(kite_12, auth.ts, mail.ts)',
  'Commit(kite_12)',
  'CreatePR(Kite)',
  'CreatePR()',
  'CherryPick(3, release_1)',
  'Rollback(../master)',
  'constructor(kite)',
  '__proto__',
])('does not read %j', (text) => expect(commands.read(text)).toBeUndefined())

test('reads no JSON', () => expect(commands.read({ kind: 'Wait' })).toBeUndefined())

test('whatever it reads, it read to the letter', () => {
  const part = fc.constantFrom(
    'Commit',
    'Merge',
    'Wait',
    '(',
    ')',
    ', ',
    'kite_1',
    'pr_7',
    'c1',
    'auth.ts',
    ' ',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const text = parts.join('')
      const command = commands.read(text)
      if (command !== undefined) expect(commands.write(command)).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})
