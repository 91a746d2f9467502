import { isJsonObject, type JsonObject, SkillStateError } from '@skill-state/protocol'

const opening = '```json\n'
const closing = '\n```'

/** Reads a state in a code fence, also one that is not closed, as the paper prints it. */
export function readState(body: string): JsonObject {
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
