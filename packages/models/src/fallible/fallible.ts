import type {
  JsonObject,
  Model,
  ModelRequest,
  ModelResponse,
  Player,
  PromptLayout,
} from '@skill-state/protocol'
import { promptText } from '@skill-state/protocol'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { mersenne } from 'pure-rand/generator/mersenne'
import { reading } from '../reference/reference.ts'

/** Draws from 0 to 1. */
export type Draw = () => number

/** How a reader fails. What it draws for a call depends on the seed and the prompt alone. */
export interface Failing {
  readonly id: string
  /** What a report says of its assumptions. */
  readonly notice: string
  readonly seed: number
  /** The player as it reads and writes in one call. */
  readonly play?: (player: Player, draw: Draw) => Player
  /** What it writes in place of a patch, or of a whole state, beside the state that the prompt shows. */
  readonly writeFacts?: (written: JsonObject, shown: JsonObject, draw: Draw) => JsonObject
}

/**
 * The reference reader, made fallible: a simulation with assumptions, and no language model.
 *
 * @example
 * ```ts
 * import { promptLayout } from '@skill-state/core'
 * import { fallible, habits } from '@skill-state/models'
 *
 * const player = { decide: () => ({ reasoning: '', patch: {}, action: 'wait' }) }
 * const model = fallible(player, [promptLayout], habits({ seed: 1, initialState: {}, miswrites: 0.02 }))
 * console.log(model.id) // reader
 * ```
 */
export function fallible(player: Player, layouts: readonly PromptLayout[], failing: Failing): Model {
  const { id, notice, seed, play = (same) => same, writeFacts = (written) => written } = failing
  return {
    id,
    notice: `The model is a simulated reader, not a language model: ${notice}`,
    async generate(request: ModelRequest): Promise<ModelResponse> {
      const random = mersenne(seed ^ hash(promptText(request.prompt)))
      const draw = (): number => uniformFloat64(random)
      request.signal?.throwIfAborted()
      const write = (written: JsonObject, shown: JsonObject) => writeFacts(written, shown, draw)
      const text = reading(play(player, draw), promptText(request.prompt), layouts, write)
      return { text, finishReason: 'stop', usage: {}, model: id }
    },
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value
}
