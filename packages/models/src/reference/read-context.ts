import {
  isJsonObject,
  type JsonObject,
  type PromptLayout,
  type PromptView,
  SkillStateError,
  type SummaryRequestLayout,
  type SummaryView,
  type Turn,
} from '@skill-state/protocol'
import { readMemoryFile } from './memory-file.ts'

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
function split(text: string, heading: string): { readonly before: string; readonly after: string } {
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

const OBSERVATION = 'Observation: '

/** Reads turns of `Observation: …` and the response under its label, each to the character, in one pass. */
function readTurns(body: string, responseLabel: string): readonly Turn[] {
  const turns: Turn[] = []
  const nextTurn = `\n${OBSERVATION}`
  const nextResponse = `\n${responseLabel}`
  let start = body.indexOf(OBSERVATION)
  while (start !== -1) {
    const observation = start + OBSERVATION.length
    const label = body.indexOf(nextResponse, observation)
    if (label === -1) break
    const response = label + nextResponse.length
    const next = body.indexOf(nextTurn, response)
    const end = next === -1 ? body.length - (body.endsWith('\n') ? 1 : 0) : next
    turns.push({ observation: body.slice(observation, label), response: body.slice(response, end) })
    start = next === -1 ? -1 : next + 1
  }
  return turns
}

const LIMIT = /^, in at most (\d+) characters\.$/

/** Takes a request for a summary apart; undefined for another prompt. Throws `unreadable-prompt` if a part is missing. */
export function parseSummaryRequest(
  prompt: string,
  { opening, summary: soFar, turns, closing }: SummaryRequestLayout,
): SummaryView | undefined {
  if (!prompt.startsWith(opening)) return undefined
  const end = prompt.lastIndexOf(closing)
  if (end === -1) {
    const message = 'cannot read the prompt: the request for a summary has no end'
    throw new SkillStateError('unreadable-prompt', message)
  }
  const { before: instructions, after } = split(prompt.slice(opening.length, end), soFar)
  const { before: summary, after: shown } = split(after, turns.heading)
  const view = { instructions, summary, turns: readTurns(shown, turns.label) }
  const [, maxChars] = LIMIT.exec(prompt.slice(end + closing.length)) ?? []
  return maxChars === undefined ? view : { ...view, maxChars: Number(maxChars) }
}
