/**
 * The prompt of Appendix A.1, to the character of the paper's listing: one blank line before and after the
 * history, which is empty in the first step, and no line break at the end.
 */
export function buildTranscriptPrompt(instructions: string, history: string, observation: string): string {
  return `Instructions:
${instructions}

History:
${history}
Latest Observation: ${observation}
Generate your next reasoning and action (format 'Action: <cmd>'):`
}
