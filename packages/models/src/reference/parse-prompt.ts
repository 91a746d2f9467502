import { type PromptLayout, type PromptView, type ReplyFormat, SkillStateError } from '@skill-state/protocol'
import { readContext } from './read-context.ts'

/** How a patch is to be written: as a merge object, or as a list of operations. */
export type PatchForm = 'merge' | 'operations'

export interface ParsedPrompt {
  readonly view: PromptView
  readonly format: ReplyFormat
  readonly patch: PatchForm
}

const opening = 'Instructions:\n'
/** Begins what a runtime adds when it asks again. */
const REFUSED = '\n\nYour last reply was refused'

const LIST_OF_OPERATIONS = /"state_patch": \[/

const observationHeading = '\nLatest Observation: '

/**
 * Takes a prompt apart by the fixed texts of its layout. Of the text after the prompt, it reads that a reply was rejected,
 * and not why. Time is linear in the prompt's length. Throws `unreadable-prompt`.
 *
 * @example
 * ```ts
 * import { buildPrompt, promptLayout } from '@skill-state/core'
 * import { parsePrompt } from '@skill-state/models'
 *
 * const { view } = parsePrompt(buildPrompt({ instructions: 'Play.' }, { count: 1 }, 'Go.'), [promptLayout])
 * console.log(view.state, view.observation) // { count: 1 } Go.
 * ```
 */
export function parsePrompt(prompt: string, layouts: readonly PromptLayout[]): ParsedPrompt {
  if (!prompt.startsWith(opening)) throw unreadable('it does not begin with "Instructions:"')
  const { layout, at } = findLayout(prompt, layouts)
  const { end, format } = findTail(prompt, layout)
  // One character back: if the context is empty, both headings share a line break.
  const from = at + layout.heading.length - 1
  const heading =
    layout.observation === 'first'
      ? prompt.indexOf(observationHeading, from)
      : prompt.lastIndexOf(observationHeading, end)
  if (end < from) throw unreadable('the text after the observation is missing')
  if (heading < from || heading >= end) throw unreadable('it has no "Latest Observation:"')
  const view: PromptView = {
    instructions: prompt.slice(opening.length, at),
    ...readContext(layout, prompt.slice(from + 1, heading)),
    observation: prompt.slice(heading + observationHeading.length, end),
    refused: prompt.includes(REFUSED, end) ? true : undefined,
  }
  return { view, format, patch: LIST_OF_OPERATIONS.test(prompt.slice(end)) ? 'operations' : 'merge' }
}

/** The layout whose heading comes first: below it, an observation may imitate any other. */
function findLayout(
  prompt: string,
  layouts: readonly PromptLayout[],
): { readonly layout: PromptLayout; readonly at: number } {
  let found: { readonly layout: PromptLayout; readonly at: number } | undefined
  for (const layout of layouts) {
    const at = prompt.indexOf(layout.heading)
    if (at !== -1 && (found === undefined || at < found.at)) found = { layout, at }
  }
  if (found === undefined) throw unreadable('none of its headings belongs to a known layout')
  return found
}

/** The last of the layout's reply texts: an observation may imitate another. */
function findTail(
  prompt: string,
  { replies }: PromptLayout,
): { readonly end: number; readonly format: ReplyFormat } {
  const found = Object.entries(replies).map(([tail, format]) => ({ end: prompt.lastIndexOf(tail), format }))
  return found.reduce((last, each) => (each.end > last.end ? each : last))
}

function unreadable(reason: string): SkillStateError {
  return new SkillStateError('unreadable-prompt', `cannot read the prompt: ${reason}`)
}
