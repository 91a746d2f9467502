import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileJournal } from '@skill-state/core/journal/file'
import { invalidOption, reasonOf } from '@skill-state/protocol'
import { serveView } from '@skill-state/viewer'
import { brief } from '../brief.ts'
import { isDatabase, openSessions } from '../run/recordings/open-sessions.ts'

/** `skill-state view`: serves journals and runs of a path, or the sessions of a database, until Ctrl-C. */
export async function viewCommand(source: string, port: number | undefined): Promise<void> {
  const copy = isDatabase(source) ? await copyOf(source) : undefined
  const view = await serveView(copy?.folder ?? source, { port })
  process.stdout.write(`${view.url}\nCtrl-C ends it.\n`)
  try {
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM'), ...(copy ? [copy.broken] : [])])
  } finally {
    await view.close()
    await copy?.close()
  }
}

const REFRESH_MS = 2_000

interface Copy {
  readonly folder: string
  /** Rejects if the database cannot be read any more. */
  readonly broken: Promise<never>
  close(): Promise<void>
}

/** The sessions of a database as journals in a temporary folder, to which new records are added as they come. */
async function copyOf(address: string): Promise<Copy> {
  const { sessions, place, close } = await openSessions(address, true)
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-sessions-'))
  const copied = new Map<string, number>()
  const discard = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true })
    await close()
  }
  const refresh = async (): Promise<void> => {
    for (const { id, records } of await sessions.list()) {
      const known = copied.get(id) ?? 0
      if (records <= known) continue
      const all = await sessions.read(id)
      copied.set(id, all.length)
      try {
        const store = openFileJournal(join(folder, `${nameOf(id)}.jsonl`))
        for (const record of all.slice(known)) store.append(record)
        store.close()
      } catch (error) {
        const reason = brief(reasonOf(error), 200)
        process.stderr.write(`skill-state: session "${brief(id, 80)}" is not shown: ${reason}\n`)
      }
    }
  }
  try {
    await refresh()
    if (copied.size === 0) throw invalidOption(`${place} has no session`)
  } catch (error) {
    await discard()
    throw error
  }
  let timer: NodeJS.Timeout | undefined
  const broken = new Promise<never>((_, reject) => {
    const again = (): void => {
      timer = setTimeout(() => refresh().then(again, reject), REFRESH_MS)
    }
    again()
  })
  return {
    folder,
    broken,
    async close() {
      clearTimeout(timer)
      await discard()
    },
  }
}

/** A session's id as the name of a file, which has at most 255 bytes. */
function nameOf(id: string): string {
  const name = encodeURIComponent(id)
  return name.length <= 200 ? name : `${name.slice(0, 150)}…${hash('sha256', id).slice(0, 32)}`
}
