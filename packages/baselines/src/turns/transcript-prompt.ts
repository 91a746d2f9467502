import type { PromptLayout } from '@skill-state/protocol'

/** How the reply is asked for: as the paper has it, in a last line, or as one JSON object. */
export type TranscriptAnswer = 'line' | 'json'

const HEADING = '\n\nHistory:\n'

/** Ends the prompts of A.1 and A.2. */
export const ACTION_LINE = "\nGenerate your next reasoning and action (format 'Action: <cmd>'):"
const JSON_ACTION = '\nGenerate your next reasoning and action as one JSON object and nothing else, '

const ENDINGS: Readonly<Record<TranscriptAnswer, string>> = {
  line: ACTION_LINE,
  json: `${JSON_ACTION}with exactly these keys in this order: { "reasoning": "<string>", "action": "<string: the exact command>" }`,
}

export const transcriptLayout: PromptLayout & { readonly turns: { readonly label: 'Reasoning & Action: ' } } =
  {
    heading: HEADING,
    turns: { label: 'Reasoning & Action: ' },
    observation: 'last',
    replies: { [ACTION_LINE]: 'action-line', [JSON_ACTION]: 'json-action' },
  }

/**
 * The prompt of Appendix A.1, to the character of the paper's listing: one blank line before and after the
 * history, which is empty in the first step, and no line break at the end. Only the last line asks for the reply.
 */
export function buildTranscriptPrompt(
  instructions: string,
  history: string,
  observation: string,
  answer: TranscriptAnswer = 'line',
): string {
  return `${transcriptHead(instructions)}${history}\nLatest Observation: ${observation}${ENDINGS[answer]}`
}

/** What all prompts of an episode begin with. */
export function transcriptHead(instructions: string): string {
  return `Instructions:\n${instructions}${HEADING}`
}
