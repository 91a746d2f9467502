import { expect, test } from 'vitest'
import { differenceOf } from './replay.ts'

test.each([
  ['a', 'a', undefined],
  ['a', 'Command timed out', '"Command timed out" in the record, not here'],
  ['Malformed command', 'a', '"Malformed command" here, not in the record'],
  ['out\nerr\n', 'err\nout\n', 'the same characters in another order'],
  ['abc', 'abd', 'other text from character 2 on'],
  ['ab', 'abc', 'other text from character 2 on'],
  [
    'Traceback:\n  File "a.py", line 1\nEOFError: here',
    'Traceback:\n  File "a.py", line 1, in f\nEOFError: there',
    'an error that Python words differently',
  ],
])('%j for %j: %s', (replayed, recorded, reason) => expect(differenceOf(replayed, recorded)).toBe(reason))
