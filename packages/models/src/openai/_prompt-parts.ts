/** Most breakpoints that a request may have, with OpenAI and with Anthropic. */
const most = 4

/**
 * The prompt in parts, the ends of all but the last of which are to be cached: the last breakpoints, as many as a
 * provider takes. Breakpoints that do not lie inside the prompt are passed over.
 */
export function promptParts(prompt: string, breakpoints: readonly number[]): readonly string[] {
  const inside = breakpoints.filter((offset) => offset > 0 && offset < prompt.length)
  const edges = [0, ...inside.slice(-most), prompt.length]
  return edges.slice(1).map((end, index) => prompt.slice(edges[index], end))
}
