import { SkillStateError } from '@skill-state/protocol'
import type { Context } from './layouts.ts'
import { readState } from './read-state.ts'
import { readTurns } from './read-turns.ts'

/** Reads the summary and the recent turns of A.2. An empty summary is none. */
export function readMemory(body: string): Context {
  const { before, after } = split(body, '\n\nRecent History:\n')
  return { ...(before !== '' && { summary: before }), history: readTurns(after, 'Response: ') }
}

/** Reads the state and the turns of A.3. A state in JSON has no blank line, so the first heading is the real one. */
export function readStateAndTurns(body: string): Context {
  const { before, after } = split(body, '\n\nHistory:\n')
  return { state: readState(before), history: readTurns(after, 'Response: ') }
}

/** Takes a text apart at the first of a heading. Throws `unreadable-prompt` where it has none. */
export function split(text: string, heading: string): { readonly before: string; readonly after: string } {
  const at = text.indexOf(heading)
  if (at !== -1) return { before: text.slice(0, at), after: text.slice(at + heading.length) }
  const message = `cannot read the prompt: it has no "${heading.trim()}"`
  throw new SkillStateError('unreadable-prompt', message)
}
