import type { Evidence } from '@skill-state/protocol'
import { leavesOf } from './leaves.ts'
import { parseStructure } from './structure.ts'

/** What rules can take from a message: the text of a user, or the texts of a tool's result by path. */
export type Material =
  | { readonly kind: 'user'; readonly text: string }
  | {
      readonly kind: 'result'
      readonly tool: string
      /** The different texts at each path, in the order of the result. */
      readonly texts: ReadonlyMap<string, readonly string[]>
      /** The texts in the arguments of the call that it answers. */
      readonly given: ReadonlySet<string>
    }

export function materialOf(evidence: Evidence): Material {
  if ('role' in evidence) return { kind: 'user', text: evidence.text }
  const { tool, input, text } = evidence
  const answered = leavesOf(input).flatMap((leaf) => (leaf.isKey ? [] : [leaf.text]))
  return { kind: 'result', tool, texts: textsOf(text), given: new Set(answered) }
}

/** The texts of a result by path; a result that is not a JSON object or list has the single path `$`. */
function textsOf(content: string): ReadonlyMap<string, readonly string[]> {
  const value = parseStructure(content)
  if (value === undefined) return new Map([['$', [content]]])
  const texts = new Map<string, Set<string>>()
  for (const { path, text } of leavesOf(value)) {
    const known = texts.get(path) ?? new Set()
    texts.set(path, known.add(text))
  }
  return new Map([...texts].map(([path, found]) => [path, [...found]]))
}
