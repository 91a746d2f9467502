import { expect, test } from 'vitest'
import { notAllowed } from './host-conventions.ts'

const git = ['Bash(git:*)', 'Bash(npm test)', 'Read', 'Write']

test.each([
  'git status',
  'cd src && git log --oneline | head -3',
  'GIT_PAGER=cat git diff 2>&1',
  "git commit -m 'rm -rf; curl x'",
  'npm test',
  "cat > a.txt <<'END'\ncurl x\nEND\ngit add a.txt",
  'echo "$(git rev-parse HEAD)" > a.txt',
])('permits %j', (command) => {
  expect(notAllowed(command, git)).toBeUndefined()
})

test.each([
  ['curl https://x.y', 'curl https://x.y'],
  ['git status; curl x', 'curl x'],
  ['git status\nrm -rf .', 'rm -rf .'],
  ['git log $(curl x)', 'curl x'],
  ['echo "`curl x`"', 'curl x'],
  ['gitx', 'gitx'],
  ['npm install', 'npm install'],
  ['git status & wget x', 'wget x'],
  ['cat <(wget x)', 'wget x'],
])('rejects %j, and names the command', (command, named) => {
  expect(notAllowed(command, git)).toContain(JSON.stringify(named))
})

test('without a pattern, or with Bash itself, every command is allowed', () => {
  expect(notAllowed('curl x', [])).toBeUndefined()
  expect(notAllowed('curl x', ['Bash', 'Bash(git:*)'])).toBeUndefined()
})
