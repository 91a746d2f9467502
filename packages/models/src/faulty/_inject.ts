import {
  type InjectedFault,
  isJsonObject,
  type JsonObject,
  type PromptLayout,
  SkillStateError,
} from '@skill-state/protocol'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { parsePrompt } from '../reference/parse-prompt.ts'
import { readBlock } from './_block.ts'
import { overwriteVariants } from './_overwrite.ts'
import { outcomesDiffer } from './_places.ts'
import { shuffled } from './_random.ts'
import { schemaVariants } from './_schema.ts'
import { syntaxVariants } from './_syntax.ts'
import type { Injection, Variant } from './_variant.ts'
import { wrongVariants } from './_wrong.ts'

/**
 * What a model gets wrong, in the order in which one draw decides among them.
 *
 * The first three are the error taxonomy of the paper (§5.7), with their shares in its failure log:
 * - `overwrite`: existing entries are overwritten or lost in the update (68 %).
 * - `schema`: a reply of the wrong shape, such as a list for a dictionary (20 %).
 * - `syntax`: text that is not JSON (12 %).
 *
 * The paper has no figure for the last:
 * - `wrong`: a patch of the right shape that says something else than the action does.
 */
export const faultClasses = ['overwrite', 'schema', 'syntax', 'wrong'] as const

export type FaultClass = (typeof faultClasses)[number]

/** Every fault that can be injected: one row per class, one row per variant in its own file. */
export const variants: Readonly<Record<FaultClass, readonly Variant[]>> = {
  overwrite: overwriteVariants,
  schema: schemaVariants,
  syntax: syntaxVariants,
  wrong: wrongVariants,
}

export interface Injected extends Injection {
  readonly fault: InjectedFault
}

/** Each variant that fits the reply is equally likely; undefined if none fits. */
export function inject(
  faultClass: FaultClass,
  prompt: string,
  reply: string,
  random: RandomGenerator,
  layouts: readonly PromptLayout[],
): Injected | undefined {
  const block = readBlock(reply)
  if (!block) return undefined
  const state = stateShown(prompt, layouts)
  for (const { kind, inject: apply } of shuffled(random, variants[faultClass])) {
    const injection = apply({ block, state }, random)
    if (!injection) continue
    const { patch } = injection
    const differs = isJsonObject(patch) ? outcomesDiffer(state, block.patch, patch) : undefined
    return { ...injection, fault: { class: faultClass, kind, intended: block.value, differs } }
  }
  return undefined
}

function stateShown(prompt: string, layouts: readonly PromptLayout[]): JsonObject {
  try {
    return parsePrompt(prompt, layouts).view.state ?? {}
  } catch (error) {
    if (error instanceof SkillStateError && error.code === 'unreadable-prompt') return {}
    throw error
  }
}
