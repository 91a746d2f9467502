import { expect, test } from 'vitest'
import { noteOn } from './note.ts'

const tool = (tool_name: string, tool_input: object, more: object = {}): object => ({
  hook_event_name: 'PostToolUse',
  cwd: '/srv/ferry',
  tool_name,
  tool_input,
  ...more,
})

test.each<[string, object, object | undefined]>([
  [
    'a prompt',
    { hook_event_name: 'UserPromptSubmit', prompt: 'Set it\nto 52.' },
    { request: 'Set it to 52.' },
  ],
  ['a prompt in a sub-agent', { hook_event_name: 'UserPromptSubmit', prompt: 'x', agent_id: 'a' }, undefined],
  ['a file', tool('Edit', { file_path: '/srv/ferry/src/a.ts' }), { files: { 'src/a.ts': 'changed' } }],
  ['a file outside', tool('Write', { file_path: '/etc/hosts' }), { files: { '/etc/hosts': 'changed' } }],
  ['a notebook', tool('NotebookEdit', { notebook_path: 'a.ipynb' }), { files: { 'a.ipynb': 'changed' } }],
  ['a file of pi', tool('edit', { path: 'src/a.ts' }), { files: { 'src/a.ts': 'changed' } }],
  [
    'a patch of Codex',
    tool('apply_patch', {
      command: '*** Begin Patch\n*** Update File: a.ts\n@@\n*** Add File: b.ts\n+x\n*** End Patch',
    }),
    { files: { 'a.ts': 'changed', 'b.ts': 'changed' } },
  ],
  ['a command', tool('Bash', { command: 'pnpm test' }), { commands: { 'pnpm test': 'done' } }],
  ['a command of words', tool('Bash', { command: ['pnpm', 'test'] }), { commands: { 'pnpm test': 'done' } }],
  [
    'a command that failed',
    { ...tool('Bash', { command: 'pnpm test' }), hook_event_name: 'PostToolUseFailure', error: 'x' },
    { commands: { 'pnpm test': 'failed' } },
  ],
  [
    'a long command',
    tool('Bash', { command: 'x'.repeat(99) }),
    { commands: { [`${'x'.repeat(71)}…`]: 'done' } },
  ],
  ['a skill', tool('Skill', { skill: 'release' }), { skill: 'release' }],
  [
    'a plan',
    tool('TodoWrite', {
      todos: [
        { content: 'a', status: 'completed' },
        { content: 'b', status: 'pending' },
      ],
    }),
    { tasks: { 1: 'b' } },
  ],
  [
    'a long plan',
    tool('update_plan', { plan: ['a', 'b', 'c', 'd', 'e'].map((step) => ({ step, status: 'pending' })) }),
    { tasks: { 1: 'a', 2: 'b', 3: 'c', more: '2 more in the plan' } },
  ],
  [
    'a task',
    tool('TaskCreate', { subject: 'a' }, { tool_response: { task: { id: '7' } } }),
    { tasks: { 7: 'a' } },
  ],
  ['a task that is over', tool('TaskUpdate', { taskId: '7', status: 'completed' }), { tasks: { 7: null } }],
  [
    'a compaction',
    { hook_event_name: 'PostCompact', trigger: 'auto', compact_summary: 'x' },
    { phase: 'compacted (auto)' },
  ],
  ['the end', { hook_event_name: 'SessionEnd', reason: 'other' }, { phase: 'ended (other)' }],
  ['a start', { hook_event_name: 'SessionStart', source: 'resume' }, { phase: 'started (resume)' }],
  ['a start after a compaction', { hook_event_name: 'SessionStart', source: 'compact' }, undefined],
  ['a tool that changes nothing', tool('Grep', { pattern: 'x' }), undefined],
  ['an event of the future', { hook_event_name: 'HarbourBell', tone: 'low' }, undefined],
  ['no name of a tool', { hook_event_name: 'PostToolUse', tool_input: 1 }, undefined],
  [
    'a secret',
    tool('Bash', { command: 'TOKEN=abcdef x' }),
    { commands: { 'TOKEN=(6 characters) x': 'done' } },
  ],
])('notes %s', (_, event, patch) => {
  expect(noteOn(event as never)?.patch).toEqual(patch)
})
