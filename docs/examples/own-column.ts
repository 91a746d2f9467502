import type { Column } from '@skill-state/eval'

/** Characters of all prompts for each step: what a step cost, retries included. */
const charsPerStep: Column = {
  id: 'charsPerStep',
  title: 'Chars / step',
  decimals: 0,
  of: ({ promptChars, steps }) => (steps > 0 ? promptChars / steps : undefined),
}

export default charsPerStep
