import {
  isJsonObject,
  type JsonObject,
  type PromptLayout,
  type PromptView,
  SkillStateError,
} from '@skill-state/protocol'
import { readMemoryFile } from './memory-file.ts'
import { readTurns } from './read-turns.ts'

/**
 * Reads what a prompt shows between its heading and the newest observation. A state in JSON has no blank line, so the
 * first heading below it is the real one. Omits an empty summary, and a state that the newest call of the memory tool does not show.
 */
export function readContext(
  { carries, turns }: PromptLayout,
  body: string,
): Pick<PromptView, 'state' | 'summary' | 'history'> {
  const { before: carried, after: shown } =
    turns?.heading === undefined ? { before: body, after: body } : split(body, turns.heading)
  const history = turns === undefined ? [] : readTurns(shown, turns.label)
  if (carries === 'state') return { state: readState(carried), history }
  const kept = carries === 'memory' ? readMemoryFile(carried) : undefined
  if (kept !== undefined) return { state: kept, history }
  return carries === 'summary' && carried !== '' ? { summary: carried, history } : { history }
}

/** Takes a text apart at the first of a heading. Throws `unreadable-prompt` if it has none. */
export function split(text: string, heading: string): { readonly before: string; readonly after: string } {
  const at = text.indexOf(heading)
  if (at !== -1) return { before: text.slice(0, at), after: text.slice(at + heading.length) }
  const message = `cannot read the prompt: it has no "${heading.trim()}"`
  throw new SkillStateError('unreadable-prompt', message)
}

const opening = '```json\n'
const closing = '\n```'

/** Reads a state in a code fence, also one that is not closed, as the paper prints it. */
function readState(body: string): JsonObject {
  const text = body.trimEnd()
  const start = text.startsWith(opening) ? opening.length : 0
  const end = text.endsWith(closing) ? -closing.length : undefined
  const state = parse(text.slice(start, end))
  if (isJsonObject(state)) return state
  throw new SkillStateError('unreadable-prompt', 'the prompt shows a state that is not a JSON object')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new SkillStateError('unreadable-prompt', 'the prompt shows a state that is not JSON', { cause })
  }
}
