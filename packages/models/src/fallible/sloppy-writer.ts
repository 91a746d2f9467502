import { type Decision, isJsonObject, type PromptView } from '@skill-state/protocol'
import type { Draw, Failing } from './fallible.ts'

export interface SloppyWriterOptions {
  readonly seed: number
  /** Chance of each mistake in a reply. One that the reply has no place for is not made: no patch, no overwriting. */
  readonly rates: Readonly<Record<'overwrite' | 'schema' | 'syntax' | 'action', number>>
}

/**
 * Reads perfectly and writes badly, in any format: the mistakes of the paper's taxonomy (§5.7), and wrong actions.
 *
 * @example
 * ```ts
 * import { sloppyWriter } from '@skill-state/models'
 *
 * console.log(sloppyWriter({ seed: 1, rates: { overwrite: 0, schema: 0, syntax: 0.1, action: 0 } }).seed) // 1
 * ```
 */
export function sloppyWriter({ seed, rates }: SloppyWriterOptions): Failing {
  const { overwrite, schema, syntax, action } = rates
  const shares = Object.entries(rates).map(([mistake, rate]) => `${mistake} ${rate}`)
  return {
    id: 'sloppy-writer',
    notice: `it reads all, and its replies have mistakes at these rates: ${shares.join(', ')}.`,
    seed,
    play: (player, draw) => ({
      ...player,
      decide(view) {
        const decision = player.decide(view)
        const drawn = draw()
        if (drawn < overwrite) return overwriting(decision, view, draw)
        if (drawn < overwrite + schema) return { ...decision, patch: { ...decision.patch, unplanned: [0] } }
        if (drawn >= overwrite + schema + action || typeof decision.action !== 'string') return decision
        return { ...decision, action: `${decision.action} now` }
      },
    }),
    write: (text, draw) => (draw() < syntax ? text.slice(0, Math.floor(text.length * 0.6)) : text),
  }
}

/** Deletes another entry of the state that the prompt shows. */
function overwriting(decision: Decision, { state = {} }: PromptView, draw: Draw): Decision {
  const entries = Object.entries(state).flatMap(([field, value]) =>
    isJsonObject(value) ? Object.keys(value).map((key) => [field, key] as const) : [],
  )
  const [field, key] = entries[Math.floor(draw() * entries.length)] ?? []
  if (field === undefined || key === undefined) return decision
  const before = decision.patch?.[field]
  return {
    ...decision,
    patch: { ...decision.patch, [field]: { ...(isJsonObject(before) && before), [key]: null } },
  }
}
