import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileStore } from '@skill-state/core/journal/file'
import { invalidOption } from '@skill-state/protocol'
import { serveView } from '@skill-state/viewer'
import { optionalInteger } from '../run/options.ts'

export interface ViewFlags {
  readonly port?: string
}

/** `skill-state view`: serves journals and runs of a path, or the sessions of a database, until Ctrl-C. */
export async function viewCommand(source: string, { port }: ViewFlags): Promise<void> {
  const isDatabase = /^postgres(ql)?:/.test(source)
  const copy = isDatabase ? await copyOf(source) : undefined
  const view = await serveView(copy?.folder ?? source, { port: optionalInteger('--port', port) })
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
  const { connect, postgresSessions } = await import('@skill-state/postgres/sessions').catch(() => {
    throw invalidOption('install @skill-state/postgres to read sessions from a database')
  })
  const database = await connect(address, { reader: true })
  const sessions = postgresSessions(database)
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-sessions-'))
  const copied = new Map<string, number>()
  const refresh = async (): Promise<void> => {
    for (const { id, records } of await sessions.list()) {
      const known = copied.get(id) ?? 0
      if (records <= known) continue
      const all = await sessions.read(id)
      const store = createFileStore(join(folder, `${encodeURIComponent(id)}.jsonl`))
      for (const record of all.slice(known)) store.append(record)
      store.close()
      copied.set(id, all.length)
    }
  }
  await refresh()
  if (copied.size === 0) {
    await database[Symbol.asyncDispose]()
    throw invalidOption(`${database.place} has no session`)
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
      rmSync(folder, { recursive: true, force: true })
      await database[Symbol.asyncDispose]()
    },
  }
}
