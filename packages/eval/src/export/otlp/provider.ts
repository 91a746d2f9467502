/** Providers whose name in the GenAI conventions is not ours. */
const WELL_KNOWN: ReadonlyMap<string, string> = new Map([
  ['gemini', 'gcp.gemini'],
  ['mistral', 'mistral_ai'],
  ['xai', 'x_ai'],
])

/** `gen_ai.provider.name` and `gen_ai.request.model` of a model's id, `provider:model` or a single word. */
export function splitModel(id: string): { readonly provider: string; readonly model: string } {
  const colon = id.indexOf(':')
  if (colon < 0) return { provider: 'skill_state', model: id }
  const name = id.slice(0, colon)
  return { provider: WELL_KNOWN.get(name) ?? name, model: id.slice(colon + 1) }
}
