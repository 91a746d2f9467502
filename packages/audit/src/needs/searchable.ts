import type { PolicyMessage } from '@skill-state/policies'
import { type Leaf, leavesOf, parseStructure } from '@skill-state/protocol/evidence'

/**
 * The strings of a message in which a value can occur: its content, the names and arguments of its calls, and the
 * keys, strings and numbers of a JSON result.
 */
export function searchableStrings(
  message: PolicyMessage,
  leaves: readonly Leaf[] | undefined = resultLeaves(message),
): readonly string[] {
  const parts = (message.calls ?? []).flatMap(({ name, arguments: given }) => [
    name,
    ...leavesOf(given).map(({ text }) => text),
  ])
  return [message.content, ...new Set([...parts, ...(leaves ?? []).map(({ text }) => text)])]
}

/** What a tool's result holds, if that is JSON. */
export function resultLeaves({ role, content }: PolicyMessage): readonly Leaf[] | undefined {
  const value = role === 'tool' ? parseStructure(content) : undefined
  return value === undefined ? undefined : leavesOf(value)
}
