import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type LoadedSkill, openSkillShell, type SkillShell } from '@skill-state/agent-skills'
import { besideJournal, namedFolder } from '../workspace/places.ts'

/**
 * A shell whose every command has a sandbox of its own, and works in the folder of its session beside the session's journal.
 * The context of a call is the session's id. What cannot work is known at once: one sandbox is opened and closed.
 */
export async function openSessionShells(
  loaded: LoadedSkill,
  options: Parameters<typeof openSkillShell>[1],
  sessions: string,
): Promise<SkillShell> {
  mkdirSync(sessions, { recursive: true })
  namedFolder('--sessions', sessions, loaded.folder)
  const tried = await openSkillShell(loaded, options)
  await tried.close()
  return {
    close: () => tried.close(),
    tool: {
      ...tried.tool,
      async execute(input, call) {
        const host = besideJournal(join(sessions, encodeURIComponent(String(call.context))))
        const shell = await openSkillShell(loaded, { ...options, host, signal: call.signal })
        try {
          return await shell.tool.execute?.(input, call)
        } finally {
          await shell.close()
        }
      },
    },
  }
}
