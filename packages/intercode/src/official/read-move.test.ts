import { expect, test } from 'vitest'
import { MALFORMED, NO_PYTHON, readOfficialMove, resolvePath, strip } from './read-move.ts'

const read = (action: string) => readOfficialMove(action, '/ctf/4')
const malformed = { kind: 'refuse', text: MALFORMED }

test('an action is a command for bash, its line breaks spaces', () => {
  expect(read(' cat <<E\nx\nE\n')).toEqual({ kind: 'run', command: 'cat <<E x E' })
  expect(read('Action: ls')).toEqual({ kind: 'run', command: 'ls' })
  expect(read('')).toEqual({ kind: 'run', command: '' })
})

test('the flag of a submit is its second piece, whatever the first one is', () => {
  expect(read('submit picoCTF{a} or so')).toEqual({ kind: 'submit', flag: 'picoCTF{a}' })
  expect(read('submitted X')).toEqual({ kind: 'submit', flag: 'X' })
  expect(read('submit  X')).toEqual({ kind: 'submit', flag: '' })
  expect(read('submit\nX')).toEqual({ kind: 'submit', flag: 'X' })
})

test('if the official run would end, the action is malformed', () => {
  expect(read('submit')).toEqual(malformed)
  expect(read('submit\tX')).toEqual(malformed)
  expect(read('cd')).toEqual(malformed)
  expect(read('cdx')).toEqual(malformed)
})

test('skip gives up; in other letters it is executed before', () => {
  expect(read('skip')).toEqual({ kind: 'skip' })
  expect(read('Skip')).toEqual({ kind: 'skip', run: { kind: 'run', command: 'Skip' } })
  expect(read('skip it')).toEqual({ kind: 'run', command: 'skip it' })
})

test('all that follows the first "cd " is a path, executed at the root', () => {
  const move = read('cd a && ls')
  expect(move).toMatchObject({ kind: 'run', command: 'cd /ctf/4/a && ls', from: '/' })
  expect(move.kind === 'run' && move.enters?.('anything')).toBe('/ctf/4/a && ls')
  expect(read('cdx; cd /tmp')).toMatchObject({ command: 'cd /tmp' })
  expect(read('cd ..')).toMatchObject({ command: 'cd /ctf' })
  expect(read('ls && cd ..')).toEqual({ kind: 'run', command: 'ls && cd ..' })
})

test('a program text for python meets no shell', () => {
  expect(read(`python3 -c 'print(1)' | cat`)).toEqual({
    kind: 'run',
    command: ['python3', '-c', 'print(1)', '|', 'cat'],
  })
  expect(read(`python3 -c 'print("it's")'`)).toEqual(malformed)
  expect(read('python -c "print(1)"')).toEqual({ kind: 'refuse', text: NO_PYTHON })
  expect(read('python3 x.py')).toEqual({ kind: 'run', command: 'python3 x.py' })
})

test.each([
  ['/ctf/4', 'a', '/ctf/4/a'],
  ['/ctf/4', 'a//b/./c/', '/ctf/4/a/b/c'],
  ['/ctf/4', '..', '/ctf'],
  ['/ctf/4', '../../../..', '/'],
  ['/ctf/4', '/tmp/../etc', '/etc'],
  ['/ctf/4', '', '/ctf/4'],
  ['/ctf/4', '~', '/ctf/4/~'],
  ['/ctf/4', 'a && ls', '/ctf/4/a && ls'],
  ['/', 'a', '/a'],
])('from %s by %j to %s', (folder, path, wanted) => expect(resolvePath(folder, path)).toBe(wanted))

test('strips what Python calls white space, from the ends alone', () => {
  expect(strip('\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2003\u2028\u3000a b\n')).toBe('a b')
  expect(strip('\ufeffa\u200b')).toBe('\ufeffa\u200b')
  expect(strip(' \n')).toBe('')
})
