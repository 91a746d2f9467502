import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { invalidOption, SkillStateError } from '@skill-state/protocol'
import type { DatabaseBase } from './open-database.ts'
import { readDatabase } from './open-database.ts'
import { readData, whereToGet } from './read-data.ts'
import { readTasks, type TauTask } from './tasks.ts'
import { readToolSchemas, type ToolSchema } from './tool-schemas.ts'

export type OfficialDomain = 'retail' | 'airline'

/** Of each domain of τ-bench, the names of the database's files without `.json`, and the splits of its tasks. */
export const officialDomains: Readonly<
  Record<OfficialDomain, Readonly<Record<'files' | 'splits', readonly string[]>>>
> = {
  retail: { files: ['orders', 'products', 'users'], splits: ['test', 'dev', 'train'] },
  airline: { files: ['flights', 'reservations', 'users'], splits: ['test'] },
}

/** Everything of a domain that an episode needs; never changed. */
export interface Domain {
  readonly name: string
  /** The official domain whose tools run on the database. */
  readonly kind: OfficialDomain
  readonly split: string
  readonly database: DatabaseBase
  /** The policy, which is the official system prompt. */
  readonly wiki: string
  readonly tools: readonly ToolSchema[]
  readonly tasks: readonly TauTask[]
}

/**
 * Reads a domain from a folder that `scripts/export.py` wrote. Throws `invalid-data`, and `invalid-option` for an unknown
 * split.
 */
export function loadDomain(folder: string, name: OfficialDomain, split: string): Domain {
  const { files, splits } = officialDomains[name]
  if (!splits.includes(split)) throw invalidOption(`${name} has no split ${split}, only ${splits.join(', ')}`)
  const parts = findParts(folder, name)
  return {
    name,
    kind: name,
    split,
    database: readDatabase(parts, files),
    wiki: readData(join(parts, 'wiki.md'), (text) => text.replace(/\r\n?/g, '\n')),
    tools: readToolSchemas(parts),
    tasks: readTasks(parts, split),
  }
}

/** The folder of a domain's parts. Throws `invalid-data` if there is none, or the data are not written as JSON. */
export function findParts(root: string, name: string): string {
  const parts = join(root, name)
  if (existsSync(parts)) return parts
  if (['data', 'src'].some((folder) => existsSync(join(root, folder, 'tau2'))))
    throw new SkillStateError('invalid-data', `${root} holds τ²-bench, not τ-bench; ${whereToGet}`)
  if (existsSync(join(root, 'tau_bench')))
    throw new SkillStateError('invalid-data', `${root} is the checkout itself; ${whereToGet}`)
  throw new SkillStateError(
    'invalid-data',
    `there is no τ-bench data for ${name}: ${parts} does not exist; ${whereToGet}`,
  )
}
