import { dumps, type State } from '@skill-state/core'
import type { PromptLayout } from '@skill-state/protocol'

const HEADING = '\n\nCurrent State:\n'
const TURNS = { heading: '\n\nHistory:\n', label: 'Response: ' } as const
const ENDING =
  "\nUpdate the state if necessary, provide reasoning, and output 'Action: <cmd>'.\nTo update state, use the format: "

export const stateLayout: PromptLayout & { readonly turns: typeof TURNS } = {
  heading: HEADING,
  carries: 'state',
  turns: TURNS,
  observation: 'last',
  replies: { [ENDING]: 'state-update' },
}

/**
 * The prompt of Appendix A.3, to the character of the paper's listing: one blank line before and after the history, and no line break
 * at the end.
 */
export function buildStatePrompt(
  instructions: string,
  state: State,
  history: string,
  observation: string,
): string {
  const shown = `${HEADING}${dumps(state.toJSON(), { indent: 2 })}${TURNS.heading}${history}`
  return `Instructions:\n${instructions}${shown}\nLatest Observation: ${observation}${ENDING}StateUpdate: {"key": "value"}`
}
