import type { FinishReason, JsonObject, JsonValue } from '@skill-state/protocol'
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator'
import { type Block, withContent } from './_block.ts'

/** What a variant sees: the intended reply and the state on which it was decided. */
export interface Scene {
  readonly block: Block
  /** Σ_t as the prompt shows it; empty if it shows none. */
  readonly state: JsonObject
}

export interface Injection {
  readonly text: string
  /** The value of `state_patch` now; absent if the text is not JSON. */
  readonly patch?: JsonValue
  readonly finishReason?: FinishReason
}

export interface Variant {
  /** Unique in its class. */
  readonly kind: string
  /** Depends on its arguments alone. Undefined if the variant does not fit; else the text differs in meaning from the intended one. */
  readonly inject: (scene: Scene, random: RandomGenerator) => Injection | undefined
}

/** A patch in place of the intended one; undefined if the variant does not fit. */
type PatchChange = (scene: Scene, random: RandomGenerator) => JsonValue | undefined

export function patchVariant(kind: string, change: PatchChange): Variant {
  return {
    kind,
    inject: (scene, random) => {
      const patch = change(scene, random)
      if (patch === undefined) return undefined
      return { text: withContent(scene.block, { ...scene.block.value, state_patch: patch }), patch }
    },
  }
}
