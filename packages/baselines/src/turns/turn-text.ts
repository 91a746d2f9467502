import type { Turn } from '@skill-state/protocol'

/** The words before a reply in a prompt: A.1 says `Reasoning & Action`, A.2 and A.3 say `Response`. */
export type ReplyLabel = 'Reasoning & Action: ' | 'Response: '

/** A turn as the prompts of A.1 to A.3 show it, both texts as they are, with the line break that ends it. */
export function turnText({ observation, response }: Turn, label: ReplyLabel): string {
  return `Observation: ${observation}\n${label}${response}\n`
}

export function turnsText(turns: readonly Turn[], label: ReplyLabel): string {
  return turns.map((turn) => turnText(turn, label)).join('')
}
