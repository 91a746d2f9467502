import { join } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import { type DomainDescription, type OfficialDomain, officialDomains } from './domain.ts'
import { findLayout } from './layout.ts'
import type { DatabaseBase } from './open-database.ts'
import { readData } from './read-data.ts'
import { readDatabase } from './tables.ts'
import { readTasks, type TauTask } from './tasks.ts'
import { readToolSchemas, type ToolSchema } from './tool-schemas.ts'

/** Everything of a domain that an episode needs; never changed. */
export interface Domain {
  readonly name: string
  /** The official domain whose tools run on the database. */
  readonly kind: OfficialDomain
  /** Which of the domain's lists the tasks are. */
  readonly split: string
  readonly database: DatabaseBase
  /** The policy, which is the official system prompt. */
  readonly wiki: string
  readonly tools: readonly ToolSchema[]
  readonly tasks: readonly TauTask[]
}

/**
 * Reads a domain with the tasks of a split from a checkout of the official repository, or from a folder with the same
 * parts as JSON (`retail/orders.json`, `retail/tasks_test.json`, `retail/tools.json`, `retail/wiki.md`). No Python is run.
 *
 * Throws `invalid-data` with one line that says what is missing or damaged, and `invalid-option` for an unknown split.
 */
export function loadDomain(
  folder: string,
  domain: OfficialDomain | DomainDescription,
  split: string,
): Domain {
  const description = typeof domain === 'string' ? officialDomains[domain] : domain
  const { name, kind, files, splits } = description
  if (!splits.includes(split)) {
    throw new SkillStateError('invalid-option', `${name} has no split ${split}, only ${splits.join(', ')}`)
  }
  const layout = findLayout(folder, description)
  return {
    name,
    kind,
    split,
    database: readDatabase(layout.database, files),
    wiki: readData(join(layout.folder, 'wiki.md'), (text) => text.replace(/\r\n?/g, '\n')),
    tools: readToolSchemas(layout),
    tasks: readTasks(layout, split),
  }
}
