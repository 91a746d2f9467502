import type { Model, ModelRequest, ModelResponse, Player, PromptLayout } from '@skill-state/protocol'
import { promptText } from '@skill-state/protocol'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { mersenne } from 'pure-rand/generator/mersenne'
import { reference } from '../reference/reference.ts'

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
  /** What becomes of the text that it wrote. */
  readonly write?: (text: string, draw: Draw) => string
}

/**
 * The reference reader, made fallible: a simulation with assumptions, and no language model.
 *
 * @example
 * ```ts
 * import { promptLayout } from '@skill-state/core'
 * import { fallible, sloppyWriter } from '@skill-state/models'
 *
 * const player = { decide: () => ({ reasoning: '', patch: {}, action: 'wait' }) }
 * const rates = { overwrite: 0, schema: 0, syntax: 0.1, action: 0 }
 * const model = fallible(player, [promptLayout], sloppyWriter({ seed: 1, rates }))
 * console.log(model.id) // sloppy-writer
 * ```
 */
export function fallible(player: Player, layouts: readonly PromptLayout[], failing: Failing): Model {
  const { id, notice, seed, play = (same) => same, write = (text) => text } = failing
  return {
    id,
    notice: `The model is a simulated reader, not a language model: ${notice}`,
    async generate(request: ModelRequest): Promise<ModelResponse> {
      const random = mersenne(seed ^ hash(promptText(request.prompt)))
      const draw = (): number => uniformFloat64(random)
      const response = await reference(play(player, draw), layouts).generate(request)
      return { ...response, text: write(response.text, draw), model: id }
    },
  }
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value
}
