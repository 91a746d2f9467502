import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { dashed, readOptions } from '@skill-state/eval/command-line'
import { invalidOption, invalidRun, isJsonObject, type JsonObject } from '@skill-state/protocol'
import type { Spending } from '@skill-state/protocol/meter'
import { isSuiteFile, type Jobs, planJobs, type Registry } from '@skill-state/suite'
import { OF_ONE_MACHINE, type Request, requestFields } from '@skill-state/suite/request'

/**
 * What a worker plans the same episodes from: an experiment or the whole path of a suite file with its text, the options, and what heads
 * the page of all runs if there are several. Throws `invalid-option` if workers cannot follow an option.
 */
export function recordPlan(name: string, request: Request, title?: string): JsonObject {
  const local = OF_ONE_MACHINE.find((option) => request[option] !== undefined)
  if (local !== undefined) {
    throw invalidOption(`${dashed(local)}: workers on other machines have no such folder`)
  }
  const file = isSuiteFile(name) ? resolve(name) : undefined
  const text = file && readFileSync(file, 'utf8')
  return JSON.parse(JSON.stringify({ name: file ?? name, text, options: request, title })) as JsonObject
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
