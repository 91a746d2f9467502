import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { soundRecords } from '@skill-state/core/journal'
import { memoryJournal } from '@skill-state/core/journal/memory'
import { invalidOption } from '@skill-state/protocol'
import { brief } from '../brief.ts'
import { betweenTurns, createStore, isSqlite, withJournal } from '../run/recordings/journal-file.ts'
import { isDatabase, openSessions } from '../run/recordings/open-sessions.ts'

/** `skill-state repair`: goes back to the last good record of a damaged journal, and keeps the damaged one. */
export async function repairCommand(place: string, id: string | undefined): Promise<string> {
  if (isDatabase(place)) return await repairSession(place, id)
  return await betweenTurns(place, () => repairFile(place))
}

async function repairFile(place: string): Promise<string> {
  const { records, problem } = await withJournal(place, soundRecords)
  if (problem === undefined) return `${place}: nothing is damaged in its ${records.length} records\n`
  if (records.length === 0) throw invalidOption(`${place}: no record is whole: ${problem}`)
  const fresh = `${place}.repaired`
  if (existsSync(fresh)) throw invalidOption(`${fresh}: it exists: remove it first`)
  const store = await createStore(fresh, isSqlite(place))
  try {
    for (const record of records) store.append(record)
  } finally {
    store.close()
  }
  const aside = freeName(`${place}.damaged`)
  // A database has its newest records in a second file.
  for (const ending of ['', '-wal']) {
    if (existsSync(place + ending)) renameSync(place + ending, aside + ending)
  }
  rmSync(`${place}-shm`, { force: true })
  renameSync(fresh, place)
  return report(place, records.length, problem, aside)
}

async function repairSession(address: string, id: string | undefined): Promise<string> {
  if (id === undefined) throw invalidOption('name the session, as repair postgres://… ID')
  const { sessions, close } = await openSessions(address)
  try {
    const all = await sessions.read(id)
    if (all.length === 0) throw invalidOption(`there is no session "${id}"`)
    const { records, problem } = soundRecords(memoryJournal([...all]))
    if (problem === undefined) return `${brief(id)}: nothing is damaged in its ${records.length} records\n`
    if (records.length === 0) throw invalidOption(`${brief(id)}: no record is whole: ${problem}`)
    const aside = freeName('session.damaged')
    writeFileSync(aside, all.map((record) => `${JSON.stringify(record)}\n`).join(''))
    await sessions.cut(id, records.length)
    return report(id, records.length, problem, aside)
  } finally {
    await close()
  }
}

function report(name: string, records: number, problem: string, aside: string): string {
  return `${brief(name)}: ${brief(problem, 200)}
it continues after record ${records}; the damaged journal is kept in ${aside}
`
}

function freeName(name: string): string {
  let free = name
  for (let number = 2; existsSync(free); number += 1) free = `${name}-${number}`
  return free
}
