import { type Check, toCheck } from '@skill-state/protocol/conformance'
import type { AdapterSuiteOptions } from './adapter.ts'
import { loopRules } from './loop-rules.ts'
import { promptRules } from './prompt-rules.ts'

/** What every adapter to a framework must keep to. The suite brings its own agent, tools, conversation and model. */
export function testAdapter(options: AdapterSuiteOptions): readonly Check[] {
  return [...promptRules(options), ...loopRules(options)].map(toCheck)
}
