import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitWords } from './shlex.ts'

/** What Python 3.11 gives for `shlex.split`. */
test.each([
  ['', []],
  [' \t\n', []],
  ['python3 -c "print(1)"', ['python3', '-c', 'print(1)']],
  [
    `python3 -c 'print("a b")' && ls | cat > $X`,
    ['python3', '-c', 'print("a b")', '&&', 'ls', '|', 'cat', '>', '$X'],
  ],
  [`a"b"'c'd ''`, ['abcd', '']],
  ['"\\a\\"\\\\\\$"', ['\\a"\\\\$']],
  [`'\\'x`, ['\\x']],
  ['\\a\\ b\\\n', ['a b\n']],
  ['x#y # z', ['x#y', '#', 'z']],
  ["print('\\u7069')", ['print(\\u7069)']],
])('splits %j', (text, words) => expect(splitWords(text)).toEqual(words))

test.each(['"', "'", 'a "b', "it's", '\\', '"\\"'])('refuses %j, as Python does', (text) => {
  expect(splitWords(text)).toBeUndefined()
})

test('law: what is quoted for a shell comes back', () => {
  const quote = (word: string): string => `'${word.replaceAll("'", `'"'"'`)}'`
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (words) => {
      expect(splitWords(words.map(quote).join(' '))).toEqual(words)
    }),
  )
})
