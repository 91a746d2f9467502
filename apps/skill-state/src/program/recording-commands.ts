import { addCommand } from '@skill-state/eval/command-line'
import type { Command } from 'commander'
import type { HooksFlags } from '../commands/hooks.ts'
import type { AuditFlags, ProposeFlags } from '../run/recordings/recording-options.ts'

const flags = () => import('../run/recordings/recording-options.ts')
const files = { '<files...>': 'recordings, folders of recordings, or journals; the format is detected' }

/** What reads recordings, and what keeps a state of coding sessions. */
export function addRecordingCommands(program: Command, exit: (code: number) => void): void {
  const audit = {
    description: 'report which facts each context policy would have dropped from recorded episodes',
    arguments: files,
    options: async () => (await flags()).auditFields,
    async run(options: AuditFlags, recordings: readonly string[]) {
      const { auditCommand } = await import('../commands/audit.ts')
      return await auditCommand(recordings, options)
    },
  }
  const propose = {
    description: 'mine a state from recorded episodes: rules, schema, and a skill to start from',
    arguments: files,
    options: async () => (await flags()).proposeFields,
    async run(options: ProposeFlags, recordings: readonly string[]) {
      const { proposeCommand } = await import('../commands/propose.ts')
      return await proposeCommand(recordings, options)
    },
  }
  const hooks = {
    description: 'keep a state of coding sessions that outlives compactions: install, remove or serve',
    arguments: {
      '<action>': 'install or remove, or serve for the tools by MCP',
      '[host]': 'claude-code, codex or pi',
    },
    options: async () => (await import('../commands/hooks.ts')).hooksFields,
    async run(options: HooksFlags, action: string, host: string | undefined) {
      const { hooksCommand } = await import('../commands/hooks.ts')
      return await hooksCommand(action, host, options)
    },
  }
  addCommand(program, 'audit', audit, exit)
  addCommand(program, 'propose', propose, exit)
  addCommand(program, 'hooks', hooks, exit)
}
