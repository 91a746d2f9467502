import { createHash } from 'node:crypto'
import type { Domain } from './data/load-domain.ts'
import { episodeDatabase } from './data/open-database.ts'
import { officialHash } from './hash/database-hash.ts'
import { dumps } from './python/text/dumps.ts'

export interface Fingerprint {
  readonly database: string
  /** Of the tasks in their order, with all that they hold. */
  readonly tasks: string
}

export function fingerprintOf({ database, tasks }: Pick<Domain, 'database' | 'tasks'>): Fingerprint {
  return { database: officialHash(episodeDatabase(database)), tasks: digestOf(tasks) }
}

/** SHA-256 of a value as JSON, dicts as Python writes them. */
export function digestOf(value: unknown): string {
  const text = JSON.stringify(value, (_key, member) => (member instanceof Map ? dumps(member) : member))
  return createHash('sha256').update(text).digest('hex')
}
