import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Spending } from '@skill-state/eval'
import { isJsonObject, type JsonObject, SkillStateError } from '@skill-state/protocol'
import {
  dashed,
  isSuiteFile,
  type JobOptions,
  type Jobs,
  makeJobs,
  OF_ONE_MACHINE,
  PLANNING,
  type Registry,
} from '@skill-state/suite'

/** What a worker plans the same episodes from. */
export interface PlanRecord {
  /** An experiment, or the whole path of a suite file. */
  readonly name: string
  /** What stood in the file. */
  readonly text?: string
  readonly options: JsonObject
  /** Heads the page of all runs; absent where there is one. */
  readonly title?: string | undefined
}

/** What is written down of a plan. Throws `invalid-option` where an option cannot be kept by workers. */
export function recordPlan(name: string, options: JobOptions, title?: string): PlanRecord {
  const local = OF_ONE_MACHINE.find((option) => options[option] !== undefined)
  if (local !== undefined)
    throw new SkillStateError(
      'invalid-option',
      `${dashed(local)}: workers on other machines have no such folder`,
    )
  const given = PLANNING.flatMap((option) => {
    const value = options[option]
    return value === undefined ? [] : [[option, value] as const]
  })
  const kept = { options: Object.fromEntries(given), title }
  if (!isSuiteFile(name)) return { name, ...kept }
  const file = resolve(name)
  return { name: file, text: readFileSync(file, 'utf8'), ...kept }
}

/** The record as it is kept. */
export function toJson({ name, text, options, title }: PlanRecord): JsonObject {
  return { name, ...(text !== undefined && { text }), options, ...(title !== undefined && { title }) }
}

/** Plans what was written down. Throws `SkillStateError` where it cannot be run here. */
export async function planAgain(registry: Registry, json: JsonObject, spending: Spending): Promise<Jobs> {
  const { name, text, options } = json
  if (typeof name !== 'string' || !isJsonObject(options)) {
    throw new SkillStateError('invalid-run', 'the plan of the suite is damaged; run bench run --queue again')
  }
  return await makeJobs(registry, name, options, spending, typeof text === 'string' ? text : undefined)
}
