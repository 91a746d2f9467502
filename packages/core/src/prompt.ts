import type { JsonObject, Skill } from '@skill-state/protocol'
import { dumps } from './python-json.ts'

/**
 * A_t = (P, Σ_t, O_t): the prompt of Appendix A.4, and all that the model sees in a step.
 *
 * To the character of the paper's listing, two spaces after `...` included, with these readings of it:
 * - the listing opens a code fence around the state and never closes it; here a line of three backticks
 *   closes it, before `Latest Observation:`;
 * - the last line of the listing ends in the space that separates it from the end of the LaTeX environment;
 *   the prompt ends with the closing brace, with neither space nor line break.
 *
 * Instructions and observation stand as they are, neither trimmed nor escaped.
 */
export function buildPrompt(
  skill: Pick<Skill, 'instructions'>,
  state: JsonObject,
  observation: string,
): string {
  return `Instructions:
${skill.instructions}

Skill Execution State:
\`\`\`json
${dumps(state, { separators: [',', ':'] })}
\`\`\`
Latest Observation: ${observation}

Provide your response with:

1. Step-by-step reasoning (will be discarded after execution)
2. A JSON block fenced with json ...  containing both your State Patch and your Action. The JSON block MUST have exactly these two keys: { "state_patch": { <dict: your state updates, set keys to null to delete> }, "action": "<string: the exact command you want to execute>" }`
}
