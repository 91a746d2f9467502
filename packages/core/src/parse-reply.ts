import { isJsonObject, type Result } from '@skill-state/protocol'
import { oneLine } from './_excerpt.ts'
import { scanObjects } from './_scan-objects.ts'

/** What a reply says, before anything is checked against a schema. */
export interface ParsedReply {
  /** R_t: the text before the block, without its opening fence. */
  readonly reasoning: string
  readonly patch: unknown
  readonly action: unknown
}

/**
 * Reads the block that A.4 asks for: the last complete JSON object of the reply that has both `state_patch`
 * and `action` at its own top level, fenced or not.
 *
 * Earlier drafts lose to it, text after it is ignored, and so are further keys beside the two. An object that
 * is cut off or is not JSON is never repaired, and no earlier draft stands in for it: the model is asked
 * again. Takes time linear in the length of the reply; parses at most one object.
 */
export function parseReply(text: string): Result<ParsedReply> {
  const { last, partial, unclosed } = scanObjects(text, ['state_patch', 'action'])
  if (unclosed) return refuse('found one that is not closed: it may have been cut off')
  if (!last) return refuse(found(text, partial))
  let block: unknown
  try {
    block = JSON.parse(text.slice(last.start, last.end))
  } catch (error) {
    return refuse(`found one that is not valid JSON: ${oneLine((error as Error).message, 200)}`)
  }
  if (!isJsonObject(block)) return refuse('found something else')
  const reasoning = withoutFence(text.slice(0, last.start))
  return { ok: true, value: { reasoning, patch: block.state_patch, action: block.action } }
}

function found(text: string, partial: readonly string[]): string {
  if (text.trim() === '') return 'found an empty reply'
  return partial.length > 0 ? `found one with only "${partial.join('", "')}"` : 'found no such object'
}

function refuse(message: string): Result<ParsedReply> {
  const expected = 'expected one JSON object with the keys "state_patch" and "action"'
  return { ok: false, issues: [{ path: '', message: `${expected}, ${message}` }] }
}

function withoutFence(text: string): string {
  const trimmed = text.trim()
  const lineStart = trimmed.lastIndexOf('\n') + 1
  return /^\s*(```|~~~)/.test(trimmed.slice(lineStart)) ? trimmed.slice(0, lineStart).trimEnd() : trimmed
}
