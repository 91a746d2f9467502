import { dumps, type State } from '@skill-state/core'

/**
 * The prompt of Appendix A.3, to the character of the paper's listing, read as A.1 is: one blank line before
 * and after the history, which is empty in the first step. The last line of the listing is the last of the
 * prompt, without a line break.
 */
export function buildStatePrompt(
  instructions: string,
  state: State,
  history: string,
  observation: string,
): string {
  return `Instructions:
${instructions}

Current State:
${dumps(state.toJSON(), { indent: 2 })}

History:
${history}
Latest Observation: ${observation}
Update the state if necessary, provide reasoning, and output 'Action: <cmd>'.
To update state, use the format: StateUpdate: {"key": "value"}`
}
