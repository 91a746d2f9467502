import type { Check } from '../src/conformance/rules/rule.ts'

/** An implementation with one fault, and the check that must notice. */
export interface PlantedFault<T> {
  readonly fault: string
  readonly implementation: T
  readonly caughtBy: string
}

/** What the named check says: its one-line complaint, or undefined if it passes. */
export async function complaint(checks: readonly Check[], name: string): Promise<string | undefined> {
  const check = checks.find((candidate) => candidate.name === name)
  if (check === undefined) throw new Error(`no check is named '${name}'`)
  try {
    await check.run()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A complaint on one line that names the rule, tells what was seen, and says how to fix it. */
export const mendable: RegExp = /^rule "[^"\n]+": [^\n]*saw [^\n]+\. Fix: [^\n]{20,}[^.\n]$/

/** Names of checks for which no fault was planted. */
export function unplanted(
  checks: readonly Check[],
  faults: readonly PlantedFault<unknown>[],
): readonly string[] {
  const caught = new Set(faults.map((fault) => fault.caughtBy))
  return checks.map((check) => check.name).filter((name) => !caught.has(name))
}
