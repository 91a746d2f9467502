import type { Evidence, JsonValue, Observation } from '@skill-state/protocol'
import type { ToolWorld } from '@skill-state/tools'

/** A part of a conversation that is older than the session. */
export type SeedEntry =
  | { readonly by: 'user' | 'agent'; readonly text: string }
  | { readonly by: 'tool'; readonly tool: string; readonly input: JsonValue; readonly text: string }

/** O_0 of a session that begins with a conversation. If that is too long to be shown, the whole is kept with the session's results. */
export function seedOf(seed: readonly SeedEntry[], world: ToolWorld): Pick<Observation, 'text' | 'evidence'> {
  const lines = seed.map(
    (entry) => `${entry.by === 'tool' ? `result of ${entry.tool}` : entry.by}: ${entry.text}`,
  )
  const evidence = seed.flatMap((entry): Evidence[] => {
    if (entry.by === 'tool') return [{ tool: entry.tool, input: entry.input, text: entry.text }]
    return entry.by === 'user' ? [{ role: 'user', text: entry.text }] : []
  })
  return { text: world.fit(['The conversation so far:', ...lines].join('\n'), 'conversation'), evidence }
}
