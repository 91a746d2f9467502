import { homedir } from 'node:os'
import { join } from 'node:path'
import { editOf } from '../install/edit.ts'
import { readTarget } from '../install/files.ts'
import { insertGroups } from '../install/json-text.ts'
import { type HookEvents, type Host, hookGroups, hookWords } from '../install/program.ts'
import { SERVER } from '../limits.ts'

const EVENTS: HookEvents = {
  SessionStart: { matcher: 'startup|resume|clear|compact|fork' },
  UserPromptSubmit: {},
  PostToolUse: { matcher: 'Edit|MultiEdit|Write|NotebookEdit|Bash|Skill|TodoWrite|TaskCreate|TaskUpdate' },
  PostToolUseFailure: { matcher: 'Bash' },
  PostCompact: {},
  SessionEnd: {},
}

/** Hooks in the user's settings. The tools by the host's own command: it rewrites the file that lists them all the time. */
export const claudeCode: Host = {
  edits(installation) {
    const folder = process.env.CLAUDE_CONFIG_DIR ?? join(homedir(), '.claude')
    const target = readTarget(join(folder, 'settings.json'))
    return [editOf(target, insertGroups(target, hookGroups(installation, EVENTS)))]
  },
  register: (installation) => ({
    program: 'claude',
    add: ['mcp', 'add', '--scope', 'user', SERVER, '--', ...hookWords(installation, 'serve')],
    remove: ['mcp', 'remove', '--scope', 'user', SERVER],
  }),
  note: 'claude mcp add and remove write ~/.claude.json in their own layout, as each session of Claude Code does.',
}
