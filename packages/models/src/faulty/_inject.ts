import { isJsonObject, type JsonObject, type PromptLayout, SkillStateError } from '@skill-state/protocol'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { parsePrompt } from '../reference/parse-prompt.ts'
import { readBlock } from './_block.ts'
import { outcomesDiffer } from './_outcome.ts'
import { overwriteVariants } from './_overwrite.ts'
import { shuffled } from './_random.ts'
import { schemaVariants } from './_schema.ts'
import { syntaxVariants } from './_syntax.ts'
import type { Injection, Variant } from './_variant.ts'
import { wrongVariants } from './_wrong.ts'
import type { FaultClass } from './fault.ts'

/** Every fault that can be injected: one row per class, one row per variant in its own file. */
export const variants: Readonly<Record<FaultClass, readonly Variant[]>> = {
  overwrite: overwriteVariants,
  schema: schemaVariants,
  syntax: syntaxVariants,
  wrong: wrongVariants,
}

/** What was injected, and what it does to the state. */
export interface Injected extends Injection {
  readonly kind: string
  readonly differs: boolean | undefined
  /** What the block says without the fault. */
  readonly intended: JsonObject
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
    return {
      ...injection,
      kind,
      intended: block.value,
      differs: isJsonObject(patch) ? outcomesDiffer(state, block.patch, patch) : undefined,
    }
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
