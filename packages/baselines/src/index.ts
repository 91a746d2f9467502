export { definePolicyRuntime } from './policies/define-policy-runtime.ts'

import type { PromptLayout, RuntimeRecord } from '@skill-state/protocol'
import * as all from './runtimes.ts'

export { memory, prompt, skillState, stateful, summaryCapped, truncated } from './runtimes.ts'

export const runtimes: readonly RuntimeRecord[] = Object.values(all)

/** How the prompts of these runtimes are read, for the model `reference`. */
export const promptLayouts: readonly PromptLayout[] = [
  ...new Set(runtimes.flatMap(({ layout }) => layout ?? [])),
]
