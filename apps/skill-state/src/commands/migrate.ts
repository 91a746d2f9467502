import type { Agent } from '@skill-state/agent'
import { type Recording, regress } from '@skill-state/agent/regress'
import type { StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { SkillStateError } from '@skill-state/protocol'
import { brief } from '../brief.ts'
import { loadAgent } from '../run/agent/load-agent.ts'
import type { MigrateFlags } from '../run/options.ts'
import { idOf } from '../run/recordings/journal-file.ts'
import { type StoredSession, storedSessions, storeOf } from '../run/recordings/stored-sessions.ts'

/** `skill-state migrate`: opens every session with the agent as it is now. Returns the exit code. */
export async function migrateCommand(place: string, flags: MigrateFlags): Promise<number> {
  const { agent } = await loadAgent(flags.with)
  let failed = 0
  for await (const stored of storedSessions(place)) {
    const { text, ok } = await migrate(agent, stored, flags.dryRun === true)
    process.stdout.write(`${brief(stored.name)}: ${text}\n`)
    if (!ok) failed += 1
  }
  return failed === 0 ? 0 : 1
}

/** Opens a copy of the records first, so that a session that cannot be opened is not touched. */
async function migrate(
  agent: Agent<unknown>,
  { name, records, store }: StoredSession,
  isDry: boolean,
): Promise<{ readonly text: string; readonly ok: boolean }> {
  if (records.length === 0) return { text: 'it has no record', ok: true }
  try {
    const copy = [...records]
    const id = idOf(memoryJournal(copy))
    const session = await agent.open({ id, store: storeOf(memoryJournal(copy)) })
    const state = brief(JSON.stringify(session.state), 300)
    await session.close()
    const from = versionOf(records)
    if (copy.length === records.length) return { text: `fits schema version ${from} as it is`, ok: true }
    if (!isDry) await (await agent.open({ id, store })).close()
    const done = isDry ? 'would be migrated' : 'migrated'
    const rejected = isDry ? await earlierRejected(agent, { name, records }) : undefined
    if (rejected !== undefined) return { text: rejected, ok: false }
    return { text: `${done} from schema version ${from} to ${versionOf(copy)}: ${state}`, ok: true }
  } catch (error) {
    if (!(error instanceof SkillStateError)) throw error
    return { text: brief(error.message, 300), ok: false }
  }
}

/** The schema version of the last record that has a whole state. */
function versionOf(records: readonly StoredRecord[]): string {
  const found = records.flatMap(({ body }) => BASE.exec(body)?.[1] ?? [])
  return found.at(-1) ?? '?'
}

const BASE = /^\{"(?:open|snapshot|undone|migrated)":.*?"schemaVersion":(\d+)/

/** Why states that the session had before cannot be migrated, to which `undo` would lead; undefined if all can be. */
async function earlierRejected(agent: Agent<unknown>, recording: Recording): Promise<string | undefined> {
  const { groups } = await regress(agent, [recording])
  const [first, ...more] = groups.filter(({ part }) => part === 'migration')
  if (first === undefined) return undefined
  const states = more.reduce((sum, { steps }) => sum + steps, first.steps)
  const head = `its last state would be migrated, but not ${states} of those before it`
  return brief(`${head}, first in step ${first.first.step + 1}: ${first.now}`, 300)
}
