import type { JsonObject } from '@skill-state/protocol'
import { hookWords, type Installation, shellCommand } from '../install/program.ts'

/** For an event of Claude Code or Codex: the tools, or sources, that a hook is for, and seconds after which the host ends it. */
export type HookEvents = Readonly<Record<string, { readonly matcher?: string; readonly timeout?: number }>>

/** Our hook ends itself before. */
const TIMEOUT = 10

/** By event a group of one handler that runs our command. */
export function hookGroups(
  installation: Installation,
  events: HookEvents,
): Readonly<Record<string, JsonObject>> {
  const command = shellCommand(hookWords(installation, 'run'))
  const groups = Object.entries(events).map(([event, { matcher, timeout = TIMEOUT }]) => {
    const hooks = [{ type: 'command', command, timeout }]
    return [event, matcher === undefined ? { hooks } : { matcher, hooks }] as const
  })
  return Object.fromEntries(groups)
}
