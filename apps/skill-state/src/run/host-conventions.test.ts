import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSkill } from '@skill-state/agent-skills'
import { tool } from '@skill-state/tools'
import { expect, test } from 'vitest'
import { emptyFolder } from '../../test/skill-state.ts'
import { allowedTools, withHostNames } from './host-conventions.ts'

function load(body: string, more = ''): ReturnType<typeof loadSkill> {
  const folder = join(emptyFolder(), 'hosted')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'SKILL.md'),
    `---\nname: hosted\ndescription: D. Use it.\n${more}---\n\n${body}\n`,
  )
  writeFileSync(join(folder, 'more.md'), 'See {baseDir}/a.')
  return loadSkill(folder)
}

test('names of hosts for the folder and the task are resolved, with a note', () => {
  const loaded = load(
    'Run ${CLAUDE_PLUGIN_ROOT}/x, $CLAUDE_SKILL_DIR/y and {baseDir}/z on "$ARGUMENTS", not $ARGUMENTSX.',
  )
  const { instructions, references, notes } = withHostNames(loaded, { task: 'cost $& more', shell: true })
  expect(instructions).toMatch(
    /^Run \/skill\/x, \/skill\/y and \/skill\/z on "cost \$& more", not \$ARGUMENTSX\./,
  )
  expect(references.map(({ text }) => text)).toEqual(['See /skill/a.'])
  expect(notes.at(-1)).toMatch(/^\$\{CLAUDE_PLUGIN_ROOT\}, .* stand for \/skill and the task$/)
  const here = withHostNames(loaded, { task: undefined, shell: false })
  expect(here.instructions).toContain(`${loaded.folder}/x`)
  expect(here.instructions).toContain('"(no task was given)"')
})

test.each([
  ['', ['bash', 'list', 'read']],
  ['allowed-tools: Bash(git:*) Read\n', ['bash', 'list', 'read']],
  ['allowed-tools: mcp__files__read\n', ['read']],
  ['allowed-tools: mcp__files__* Bash\n', ['bash', 'list', 'read']],
  ['allowed-tools: WebFetch\n', ['list', 'read']],
])('%j leaves the tools %j', (field, names) => {
  const one = tool({ description: 'D.', input: { type: 'object' }, execute: () => '' })
  const { tools, notes } = allowedTools({ bash: one, list: one, read: one }, load('Do.', field))
  expect(Object.keys(tools)).toEqual(names)
  expect(notes).toHaveLength(names.length === 3 ? 0 : 1)
})

test('a command that allowed-tools does not name is rejected with what it names, and executes nothing', async () => {
  const shell = tool({ description: 'D.', input: { type: 'object' }, execute: () => 'executed' })
  const { tools } = allowedTools({ bash: shell }, load('Do.', 'allowed-tools: Bash(git:*) Read\n'))
  const execute = (command: string): unknown => tools.bash?.execute?.({ command } as never, {} as never)
  expect(execute('git status | head')).toBe('executed')
  expect(() => execute('git status; curl x')).toThrow(/does not let it execute "curl x": it names git/)
})
