import { type Bootstrap, bootstrapMean, type Unresampled } from '../statistics/bootstrap.ts'
import { spread } from '../statistics/spread.ts'
import type { Agreement, Answer } from './asked-session.ts'

/** How often B decided as A did, over steps. */
interface Shares extends Readonly<Record<keyof Agreement, number>> {
  readonly steps: number
}

/** A mean over episodes, each counting once, since its steps depend on each other. */
interface OverEpisodes {
  readonly episodes: number
  readonly mean: number
  /** Absent for one episode. */
  readonly standardError?: number | undefined
  readonly bootstrap: Bootstrap | Unresampled
}

const figures = [
  { id: 'sound', title: 'Sound steps' },
  { id: 'refusedReplies', title: 'Rejected replies' },
  { id: 'outputTokens', title: 'Output tokens' },
] as const

/** What B decided in the states that A visited. */
export interface DecisionFigures {
  readonly episodes: number
  /** Each step counts once. */
  readonly agreement: Shares
  /** Each episode counts once. */
  readonly agreementOverEpisodes: Readonly<Record<keyof Agreement, OverEpisodes | undefined>>
  /** Steps without a decision, and steps in which the no-op stood in for one. */
  readonly undecided: number
  readonly fallbacks: number
  /** Sound decisions; absent if the environment could not be asked about every decision. */
  readonly sound?: Record<'both' | 'onlyA' | 'onlyB' | 'neither', number> | undefined
  /** B less A; without those that no step has on both sides. */
  readonly differences: readonly {
    readonly id: (typeof figures)[number]['id']
    readonly title: string
    readonly a: number
    readonly b: number
    readonly difference: OverEpisodes
  }[]
}

/** The figures of answers, those of each episode together. Each episode has at least one. */
export function decisionFigures(episodes: readonly (readonly Answer[])[]): DecisionFigures {
  const answers = episodes.flat()
  const isJudged = answers.every(({ sound: [, b] }) => b !== undefined)
  const over = (kind: keyof Agreement): OverEpisodes | undefined =>
    overEpisodes(episodes.map((each) => shares(each)[kind]))
  const sound = (a: number, b: number): number =>
    answers.filter((each) => each.sound[0] === a && each.sound[1] === b).length
  const differences = isJudged ? figures : figures.filter(({ id }) => id !== 'sound')
  return {
    episodes: episodes.length,
    agreement: shares(answers),
    agreementOverEpisodes: { action: over('action'), state: over('state') },
    undecided: answers.filter(({ agrees }) => agrees === undefined).length,
    fallbacks: answers.filter(({ fallback }) => fallback).length,
    sound: isJudged
      ? { both: sound(1, 1), onlyA: sound(1, 0), onlyB: sound(0, 1), neither: sound(0, 0) }
      : undefined,
    differences: differences.flatMap((figure) => differenceOf(figure, episodes)),
  }
}

function shares(answers: readonly Answer[]): Shares {
  const share = (kind: keyof Agreement): number =>
    answers.filter(({ agrees }) => agrees?.[kind]).length / answers.length
  return { steps: answers.length, action: share('action'), state: share('state') }
}

function overEpisodes(values: readonly number[]): OverEpisodes | undefined {
  const measured = spread(values)
  if (measured === undefined) return undefined
  const { mean, sd, n } = measured
  const standardError = sd === undefined ? undefined : sd / Math.sqrt(n)
  return { episodes: n, mean, standardError, bootstrap: bootstrapMean(values) }
}

function differenceOf(
  figure: (typeof figures)[number],
  episodes: readonly (readonly Answer[])[],
): DecisionFigures['differences'] {
  const means = episodes.flatMap((answers) => {
    const known = answers
      .map((answer) => answer[figure.id])
      .filter((sides): sides is readonly [number, number] => !sides.includes(undefined))
    return known.length === 0
      ? []
      : [{ a: meanOf(known.map(([a]) => a)), b: meanOf(known.map(([, b]) => b)) }]
  })
  const difference = overEpisodes(means.map(({ a, b }) => b - a))
  if (difference === undefined) return []
  return [{ ...figure, a: meanOf(means.map(({ a }) => a)), b: meanOf(means.map(({ b }) => b)), difference }]
}

const meanOf = (values: readonly number[]): number => spread(values)?.mean ?? Number.NaN
