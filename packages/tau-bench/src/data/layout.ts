import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import type { DomainDescription } from './domain.ts'
import { whereToGet } from './read-data.ts'

/** Where a domain's parts lie: as JSON files, or as Python sources of a checkout of the official repository. */
export interface Layout {
  readonly form: 'json' | 'checkout'
  /** Folder of the domain; `wiki.md` and the tasks are in it. */
  readonly folder: string
  /** Folder of the database's files. */
  readonly database: string
}

/** Finds a domain in a folder. Throws `invalid-data` if there is none, or data of τ²-bench instead. */
export function findLayout(root: string, domain: DomainDescription): Layout {
  const checkout = join(root, 'tau_bench', 'envs', domain.name)
  if (existsSync(checkout)) return { form: 'checkout', folder: checkout, database: join(checkout, 'data') }
  const json = join(root, domain.name)
  if (existsSync(json)) return { form: 'json', folder: json, database: json }
  if (['data', 'src'].some((folder) => existsSync(join(root, folder, 'tau2')))) {
    throw new SkillStateError('invalid-data', `${root} holds τ²-bench, not τ-bench; ${whereToGet}`)
  }
  const looked = `neither ${checkout} nor ${json} exists`
  throw new SkillStateError(
    'invalid-data',
    `there is no τ-bench data for ${domain.name}: ${looked}; ${whereToGet}`,
  )
}
