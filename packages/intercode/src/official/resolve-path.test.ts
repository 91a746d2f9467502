import { expect, test } from 'vitest'
import { resolvePath } from './resolve-path.ts'

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
