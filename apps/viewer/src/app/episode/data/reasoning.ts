import { parseReply } from '@skill-state/core'

/** R_t: what a reply says before its decision; all of it if no decision can be found. */
export function reasoningOf(reply: string): string {
  const parsed = parseReply(reply)
  if (parsed.ok) return parsed.value.reasoning
  const lines = reply.split('\n')
  const at = lines.findLastIndex((line) => /^\s*(\*\*)?Action(\*\*)?:/.test(line))
  return at < 0 ? reply : lines.slice(0, at).join('\n').trim()
}
