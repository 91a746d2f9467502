import { expect, test } from 'vitest'
import { readFixedMove } from './read-move.ts'

const read = (action: string) => readFixedMove(action, "/ctf/it's")

test('line breaks of a command are kept', () => {
  expect(read('cat <<E\nx\nE\n')).toEqual({ kind: 'run', command: 'cat <<E\nx\nE' })
  expect(read('python3 -c "print(1)" | cat')).toEqual({ kind: 'run', command: 'python3 -c "print(1)" | cat' })
})

test('submit takes all that follows; without a flag it says so', () => {
  expect(read('submit picoCTF{a b} ')).toEqual({ kind: 'submit', flag: 'picoCTF{a b}' })
  expect(read('submit\n picoCTF{a}')).toEqual({ kind: 'submit', flag: 'picoCTF{a}' })
  for (const action of ['submit', 'submit ', ' submit\n']) {
    expect(read(action)).toMatchObject({ kind: 'refuse', text: expect.stringContaining('no flag was named') })
  }
  expect(read('submit.sh')).toEqual({ kind: 'run', command: 'submit.sh' })
})

test('skip gives up as a whole action alone', () => {
  expect(read(' skip\n')).toEqual({ kind: 'skip' })
  expect(read('skip this')).toEqual({ kind: 'run', command: 'skip this' })
})

test.each([
  'cd',
  'cd ..',
  'cd /tmp',
  'cd "a b"',
  "cd 'a b'/c",
  'cd a\\ b',
  'cd ~',
  'cd $HOME/x',
  'cd a*',
  'cd $(ls -d a*)/b',
  'cd "$(pwd)"',
])('%s changes the folder', (action) => {
  const move = read(action)
  expect(move).toMatchObject({
    kind: 'run',
    from: '/',
    command: `cd '/ctf/it'\\''s' 2>/dev/null; ${action} && printf '\\0%s' "$(pwd -P)"`,
  })
  expect(move.kind === 'run' && move.enters?.('noise\n\0/ctf/a')).toBe('/ctf/a')
  expect(move.kind === 'run' && move.enters?.('noise that was cut')).toBe("/ctf/it's")
})

test.each(['cd a && ls', 'cd a; ls', 'cd a b', 'cd a\nls', 'cd -', 'cdx', 'cd a | cat', "cd 'a"])(
  '%j is a command like any other',
  (action) => expect(read(action)).toEqual({ kind: 'run', command: action }),
)

test.each([
  ['', /empty/],
  ['ls\0', /NUL/],
  ['x'.repeat(120_001), /120001 bytes/],
  ['é'.repeat(60_001), /120002 bytes/],
])('refuses what no process can be given', (action, text) => {
  expect(read(action)).toMatchObject({ kind: 'refuse', text: expect.stringMatching(text) })
})
