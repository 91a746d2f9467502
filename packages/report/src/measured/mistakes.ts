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

export class MistakeCounts {
  #episodes = 0
  #judged = 0
  readonly #totals: Record<string, number> = {}

  add({ mistakes, judgedSteps }: EpisodeFigures): void {
    this.#episodes += 1
    if (judgedSteps > 0) this.#judged += 1
    for (const kind of Object.keys(mistakeKinds)) {
      if (isJudged(kind) && judgedSteps === 0) continue
      this.#totals[kind] = (this.#totals[kind] ?? 0) + (mistakes[kind] ?? 0)
    }
  }

  means(): Mistakes {
    const means = Object.keys(mistakeKinds).flatMap((kind): [string, number][] => {
      const known = isJudged(kind) ? this.#judged : this.#episodes
      return known === 0 ? [] : [[kind, (this.#totals[kind] ?? 0) / known]]
    })
    return Object.fromEntries(means)
  }
}

/** Whether only an environment that judges the state can tell. */
const isJudged = (kind: string): boolean => kind.startsWith('taken ')
