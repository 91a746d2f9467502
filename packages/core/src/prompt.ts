import type { JsonObject, Skill } from '@skill-state/protocol'
import type { PatchEncoding } from './encodings/encoding.ts'
import { mergeEncoding } from './encodings/merge-encoding.ts'
import { State } from './state.ts'

/**
 * A_t = (P, Σ_t, O_t): the prompt of Appendix A.4, and all that the model sees in a step.
 *
 * To the character of the paper's listing, two spaces after `...` included, with these readings of it:
 * - the listing opens a code fence around the state and never closes it; here a line of three backticks
 *   closes it, before `Latest Observation:`;
 * - the last line of the listing ends in the space that separates it from the end of the LaTeX environment;
 *   the prompt ends with the closing brace, with neither space nor line break.
 *
 * Instructions and observation stand as they are, neither trimmed nor escaped. Another encoding than the
 * paper's changes what is said about `state_patch`, and nothing else.
 */
export function buildPrompt(
  skill: Pick<Skill, 'instructions'>,
  state: State | JsonObject,
  observation: string,
  encoding: Pick<PatchEncoding, 'form'> = mergeEncoding,
): string {
  const { text } = state instanceof State ? state : State.over(state)
  return `Instructions:
${skill.instructions}

Skill Execution State:
\`\`\`json
${text}
\`\`\`
Latest Observation: ${observation}

Provide your response with:

1. Step-by-step reasoning (will be discarded after execution)
2. A JSON block fenced with json ...  containing both your State Patch and your Action. The JSON block MUST have exactly these two keys: { "state_patch": ${encoding.form}, "action": "<string: the exact command you want to execute>" }`
}
