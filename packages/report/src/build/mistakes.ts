import type { EpisodeFigures } from '@skill-state/eval'

/** Kinds of mistakes and their titles: of rejected replies, then of accepted patches whose state can be judged. */
export const mistakeKinds: Readonly<Record<string, string>> = {
  overwrite: 'Overwrite',
  schema: 'Schema',
  syntax: 'Syntax',
  rule: 'Rule',
  action: 'Action',
  'taken overwrite': 'Accepted: overwritten',
  'taken wrong': 'Accepted: wrong',
}

/** Mistakes of an episode by kind, a mean over the episodes that can tell; absent if none can. */
export type Mistakes = Readonly<Record<string, number>>

export function countMistakes(episodes: readonly EpisodeFigures[]): Mistakes {
  const means = Object.keys(mistakeKinds).flatMap((kind): [string, number][] => {
    const known = kind.startsWith('taken ') ? episodes.filter(({ judgedSteps }) => judgedSteps > 0) : episodes
    const total = known.reduce((sum, { mistakes }) => sum + (mistakes[kind] ?? 0), 0)
    return known.length === 0 ? [] : [[kind, total / known.length]]
  })
  return Object.fromEntries(means)
}
