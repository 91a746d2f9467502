import type { PromptLayout } from '@skill-state/protocol'

const actionTails = {
  "\nGenerate your next reasoning and action (format 'Action: <cmd>'):": 'action-line',
  '\nGenerate your next reasoning and action as one JSON object and nothing else, ': 'json-action',
} as const

/** The prompts of Appendix A, as the paper prints them: what the runtimes' own layouts must be able to read. */
export const layouts: readonly PromptLayout[] = [
  {
    heading: '\n\nSkill Execution State:\n',
    carries: 'state',
    observation: 'first',
    replies: {
      '\n\nProvide your response with:\n\n1. ': 'json-block',
      '\n\nProvide your response as one JSON object and nothing else, ': 'json-object',
    },
  },
  {
    heading: '\n\nHistory:\n',
    turns: { label: 'Reasoning & Action: ' },
    observation: 'last',
    replies: actionTails,
  },
  {
    heading: '\n\nSummarized History:\n',
    carries: 'summary',
    turns: { heading: '\n\nRecent History:\n', label: 'Response: ' },
    observation: 'last',
    replies: actionTails,
    summaryRequest: {
      opening:
        'Bring the summary of a task up to date: later steps see it in place of the turns.\n\nInstructions:\n',
      summary: '\n\nSummary so far:\n',
      turns: { heading: '\n\nNew turns:\n', label: 'Response: ' },
      closing:
        '\nKeep every fact that a later step may need, and drop what no longer holds. Answer with the new summary only',
    },
  },
  {
    heading: '\n\nCurrent State:\n',
    carries: 'state',
    turns: { heading: '\n\nHistory:\n', label: 'Response: ' },
    observation: 'last',
    replies: {
      "\nUpdate the state if necessary, provide reasoning, and output 'Action: <cmd>'.\nTo update state, use the format: ":
        'state-update',
    },
  },
]
