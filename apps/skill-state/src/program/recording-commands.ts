import type { HooksFlags } from '../commands/hooks.ts'
import type { AuditFlags, ProposeFlags } from '../run/recordings/recording-options.ts'
import type { Add } from './add.ts'

const flags = () => import('../run/recordings/recording-options.ts')
const hooks = () => import('../commands/hooks.ts')
const files = { '<files...>': 'recordings, folders of recordings, or journals; the format is detected' }

/** What reads recordings, and what keeps a state of coding sessions. */
export function addRecordingCommands(add: Add): void {
  add('audit', {
    description: 'report which facts each context policy would have dropped from recorded episodes',
    arguments: files,
    options: async () => (await flags()).auditFields,
    run: async (options: AuditFlags, recordings: readonly string[]) =>
      (await import('../commands/audit.ts')).auditCommand(recordings, options),
  })
  add('propose', {
    description: 'mine a state from recorded episodes: rules, schema, and a skill to start from',
    arguments: files,
    options: async () => (await flags()).proposeFields,
    run: async (options: ProposeFlags, recordings: readonly string[]) =>
      (await import('../commands/propose.ts')).proposeCommand(recordings, options),
  })
  add('hooks', {
    description: 'keep a state of coding sessions that outlives compactions: install, remove or serve',
    arguments: {
      '<action>': 'install or remove, or serve for the tools by MCP',
      '[host]': 'claude-code, codex or pi',
    },
    options: async () => (await hooks()).hooksFields,
    run: async (options: HooksFlags, action: string, host?: string) =>
      (await hooks()).hooksCommand(action, host, options),
  })
}
