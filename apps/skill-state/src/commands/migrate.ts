import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Agent, SessionStore } from '@skill-state/agent'
import type { StoredRecord } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { invalidOption, SkillStateError } from '@skill-state/protocol'
import { memoryResults } from '@skill-state/tools'
import { brief } from '../brief.ts'
import { loadAgent } from '../run/load-agent.ts'
import { openSessions } from '../run/open-sessions.ts'
import type { MigrateFlags } from '../run/options.ts'
import { idOf, openStore, withJournal } from './journal.ts'

interface Stored {
  readonly name: string
  readonly records: readonly StoredRecord[]
  readonly store: SessionStore
}

/** `skill-state migrate`: opens every session with the agent as it is now. Returns the exit code. */
export async function migrateCommand(place: string, flags: MigrateFlags): Promise<number> {
  const { agent, close } = await loadAgent(flags.with)
  let failed = 0
  try {
    for await (const stored of storedIn(place)) {
      const { text, ok } = await migrate(agent, stored, flags.dryRun === true)
      process.stdout.write(`${brief(stored.name)}: ${text}\n`)
      if (!ok) failed += 1
    }
  } finally {
    await close()
  }
  return failed === 0 ? 0 : 1
}

/** Opens a copy of the records first, so that a session that cannot be opened is not touched. */
async function migrate(
  agent: Agent<unknown>,
  { records, store }: Stored,
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
    return { text: `${done} from schema version ${from} to ${versionOf(copy)}: ${state}`, ok: true }
  } catch (error) {
    if (!(error instanceof SkillStateError)) throw error
    return { text: brief(error.message, 300), ok: false }
  }
}

function storeOf(journal: ReturnType<typeof memoryJournal>): SessionStore {
  return { open: () => ({ journal, results: memoryResults(), close: () => journal.close() }) }
}

/** The schema version of the last record that has a whole state. */
function versionOf(records: readonly StoredRecord[]): string {
  const found = records.flatMap(({ body }) => BASE.exec(body)?.[1] ?? [])
  return found.at(-1) ?? '?'
}

const BASE = /^\{"(?:open|snapshot|undone|migrated)":.*?"schemaVersion":(\d+)/

async function* storedIn(place: string): AsyncGenerator<Stored> {
  if (/^postgres(ql)?:/.test(place)) {
    const { sessions, close } = await openSessions(place)
    try {
      for (const { id } of await sessions.list())
        yield { name: id, records: await sessions.read(id), store: sessions }
    } finally {
      await close()
    }
    return
  }
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true
  const names = isFolder
    ? readdirSync(place)
        .filter((name) => /\.(jsonl|sqlite|journal)$/.test(name))
        .sort()
    : []
  if (isFolder && names.length === 0) throw invalidOption(`${place}: it has no session`)
  for (const file of isFolder ? names.map((name) => join(place, name)) : [place]) {
    const records = await withJournal(file, (store) => [...store.forward()])
    yield { name: file, records, store: { open: async () => storeOf(await openStore(file)).open('') } }
  }
}
