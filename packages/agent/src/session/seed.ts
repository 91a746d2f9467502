import type { Evidence, JsonValue, Observation, Part } from '@skill-state/protocol'
import type { ToolWorld } from '@skill-state/tools'

/** A part of a conversation that is older than the session. */
export type SeedEntry = { readonly text: string; readonly parts?: readonly Part[] | undefined } & (
  | { readonly by: 'user' | 'agent' }
  | { readonly by: 'tool'; readonly tool: string; readonly input: JsonValue }
)

/** O_0 of a session that begins with a conversation. If that is too long to be shown, the whole is kept with the session's results. */
export function seedOf(seed: readonly SeedEntry[], world: ToolWorld): Pick<Observation, 'text' | 'evidence'> {
  const lines = seed.map((entry) => {
    const { text, parts } = entry
    const shown = parts ? world.textOf({ parts: [...parts, { type: 'text', text }] }) : text
    return `${entry.by === 'tool' ? `result of ${entry.tool}` : entry.by}: ${shown}`
  })
  const evidence = seed.flatMap((entry): Evidence[] => {
    if (entry.by === 'tool') return [{ tool: entry.tool, input: entry.input, text: entry.text }]
    return entry.by === 'user' ? [{ role: 'user', text: entry.text }] : []
  })
  return { text: world.fit(['The conversation so far:', ...lines].join('\n'), 'conversation'), evidence }
}
