import { type Check, toCheck } from '@skill-state/protocol/conformance'
import type { AdapterSuiteOptions } from './adapter.ts'
import { featureRules } from './feature-rules.ts'
import { loopRules } from './loop-rules.ts'
import { promptRules } from './prompt-rules.ts'

/** What every adapter to a framework must keep to. The suite brings its own agent, tools, conversation and model. */
export function testAdapter(options: AdapterSuiteOptions): readonly Check[] {
  const rules = { ...promptRules(options), ...loopRules(options), ...featureRules(options) }
  return Object.entries(rules).flatMap(([name, [mend, run, needs]]) =>
    needs && options.lacks?.includes(needs) ? [] : [toCheck({ name, mend, run })],
  )
}

/** Runs one check of the suite by its name, for tests of the suite itself. Rejects if the check fails or there is none. */
export async function runAdapterCheck(options: AdapterSuiteOptions, name: string): Promise<void> {
  const check = testAdapter(options).find((each) => each.name === name)
  if (check === undefined) throw new Error(`no check is named "${name}"`)
  await check.run()
}
