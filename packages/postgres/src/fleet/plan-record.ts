import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { dashed, readOptions } from '@skill-state/eval/command-line'
import { invalidOption, invalidRun, isJsonObject, type JsonObject, known } from '@skill-state/protocol'
import type { Spending } from '@skill-state/protocol/meter'
import { isSuiteFile, type Jobs, planJobs, type Registry } from '@skill-state/suite'
import { OF_ONE_MACHINE, type Request, requestFields } from '@skill-state/suite/request'

/** What a worker plans the same episodes from. */
export interface PlanRecord {
  /** An experiment, or the whole path of a suite file. */
  readonly name: string
  /** What stood in the file. */
  readonly text?: string | undefined
  readonly options: JsonObject
  /** Heads the page of all runs; absent if there is one. */
  readonly title?: string | undefined
}

/** What is written down of a plan. Throws `invalid-option` if workers cannot follow an option. */
export function recordPlan(name: string, request: Request, title?: string): PlanRecord {
  const local = OF_ONE_MACHINE.find((option) => request[option] !== undefined)
  if (local !== undefined) {
    throw invalidOption(`${dashed(local)}: workers on other machines have no such folder`)
  }
  const options = JSON.parse(JSON.stringify(request)) as JsonObject
  if (!isSuiteFile(name)) return { name, options, title }
  const file = resolve(name)
  return { name: file, text: readFileSync(file, 'utf8'), options, title }
}

/** The record as it is kept. */
export function toJson({ name, text, options, title }: PlanRecord): JsonObject {
  return { name, ...known({ text }), options, ...known({ title }) }
}

/** Plans what was written down. Throws `SkillStateError` if it cannot be run here. */
export async function planAgain(registry: Registry, json: JsonObject, spending: Spending): Promise<Jobs> {
  const { name, text, options } = json
  if (typeof name !== 'string' || !isJsonObject(options)) {
    throw invalidRun('the plan of the suite is damaged; run bench run --queue again')
  }
  return await planJobs(registry, name, readOptions(requestFields, options), {
    spending,
    text: typeof text === 'string' ? text : undefined,
  })
}
