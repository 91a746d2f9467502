import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCommand, parseCommand } from './command.ts'

test.each([
  ['Commit(kite_12, auth.ts)', { verb: 'Commit', branch: 'kite_12', file: 'auth.ts' }],
  ['CherryPick(c3, release_1)', { verb: 'CherryPick', commit: 'c3', branch: 'release_1' }],
  ['Merge(pr_7)', { verb: 'Merge', pr: 7 }],
  ['CreatePR(kite_12)', { verb: 'CreatePR', branch: 'kite_12' }],
  ['FixCI(kite_12)', { verb: 'FixCI', branch: 'kite_12' }],
  ['RunTests(kite_12)', { verb: 'RunTests', branch: 'kite_12' }],
  ['CreateRelease(master)', { verb: 'CreateRelease', branch: 'master' }],
  ['Rollback(kite_12)', { verb: 'Rollback', branch: 'kite_12' }],
  ['Wait', { verb: 'Wait' }],
] as const)('reads %s, and writes it again', (text, command) => {
  expect(parseCommand(text)).toEqual(command)
  expect(formatCommand(command)).toBe(text)
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
])('does not read %j', (text) => expect(parseCommand(text)).toBeUndefined())

test('reads no JSON', () => expect(parseCommand({ verb: 'Wait' })).toBeUndefined())

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
      const command = parseCommand(text)
      if (command !== undefined) expect(formatCommand(command)).toBe(text)
    }),
    { numRuns: 2_000 },
  )
})
