/** The paper's four paradigms (§5.1). */
export const primary: readonly string[] = ['prompt', 'memory', 'stateful', 'skill-state']

/** The controls that are pinned to the size of SKILL.state's prompt, between the two that they stand between. */
export const budgetMatched: readonly string[] = [
  'prompt',
  'truncated',
  'summary-capped',
  'llmlingua',
  'skill-state',
]
