/** How the reply is asked for: as the paper has it, in a last line, or as one JSON object. */
export type TranscriptAnswer = 'line' | 'json'

const TAILS: Readonly<Record<TranscriptAnswer, string>> = {
  line: "Generate your next reasoning and action (format 'Action: <cmd>'):",
  json: 'Generate your next reasoning and action as one JSON object and nothing else, with exactly these keys in this order: { "reasoning": "<string>", "action": "<string: the exact command>" }',
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
  return `${transcriptHead(instructions)}${history}
Latest Observation: ${observation}
${TAILS[answer]}`
}

/** What all prompts of an episode begin with. */
export function transcriptHead(instructions: string): string {
  return `Instructions:
${instructions}

History:
`
}
