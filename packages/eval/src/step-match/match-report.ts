import { type Bootstrap, bootstrapMean, type Unresampled } from '../statistics/bootstrap.ts'
import { spread } from '../statistics/spread.ts'
import type { EpisodeLine } from '../trace/trace.ts'
import type { Trace } from '../trace/trace-file.ts'
import type { Agreement } from './agreement.ts'
import { type MatchLine, stepKey } from './match-line.ts'
import { recordedFigures, type StepFigure, stepFigures } from './step-figures.ts'
import { type VarianceSaved, varianceSaved } from './variance-saved.ts'

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

export interface MatchReport {
  readonly episodes: number
  /** Each step counts once. */
  readonly agreement: Shares
  /** Each episode counts once. */
  readonly agreementOverEpisodes: Readonly<Record<keyof Agreement, OverEpisodes | undefined>>
  /** By the position of the step: 0, 1, 2 to 3, 4 to 7 and so on. */
  readonly byPosition: readonly (Shares & { readonly from: number; readonly to: number })[]
  /** Steps without a decision, and steps in which the no-op stood in for one. */
  readonly undecided: number
  readonly fallbacks: number
  /** Sound decisions; absent if the environment could not be asked about every decision. */
  readonly sound?: Record<'both' | 'onlyA' | 'onlyB' | 'neither', number> | undefined
  readonly differences: readonly MatchedDifference[]
}

/** A figure of B less that of A, over the states that A visited. */
export interface MatchedDifference {
  readonly id: StepFigure['id']
  readonly title: string
  readonly a: number
  readonly b: number
  /** Absent if no step has the figure on both sides. */
  readonly difference: OverEpisodes
  /** Against the same difference of whole episodes, if B has run them. */
  readonly saved?: VarianceSaved | undefined
}

/**
 * What the answers say, computed from them and the run's traces alone. `against` are whole episodes of B: pairs are of
 * one benchmark and task.
 */
export function buildMatchReport(
  traces: Iterable<Trace>,
  answers: readonly MatchLine[],
  against: Iterable<Trace> = [],
): MatchReport {
  const byEpisode = Map.groupBy(answers, (line) => episodeKey(line))
  const figures = stepFigures.filter(({ id }) => id !== 'sound' || answers.every(isJudged))
  const wholes = new Map(Array.from(against, (trace) => [taskKey(trace.episode), meansOf(trace)]))
  const episodes: EpisodeSides[] = []
  for (const trace of traces) {
    const lines = byEpisode.get(episodeKey(trace.episode))
    if (lines === undefined) continue
    episodes.push({
      lines,
      sides: sidesOf(trace, lines, figures),
      whole: wholes.get(taskKey(trace.episode)),
      own: meansOf(trace),
    })
  }
  const lines = episodes.flatMap((episode) => episode.lines)
  return {
    episodes: episodes.length,
    agreement: shares(lines),
    agreementOverEpisodes: {
      action: agreementOver(episodes, 'action'),
      normalisedAction: agreementOver(episodes, 'normalisedAction'),
      state: agreementOver(episodes, 'state'),
    },
    byPosition: positions(lines),
    undecided: lines.filter(({ decision }) => decision === undefined).length,
    fallbacks: lines.filter(({ decision }) => decision?.fallback).length,
    sound: figures.some(({ id }) => id === 'sound')
      ? discordance(episodes.flatMap(({ sides }) => sides.get('sound') ?? []))
      : undefined,
    differences: figures.flatMap((figure) => differenceOf(figure, episodes)),
  }
}

/** A figure of the same step on both sides. */
type Side = readonly [a: number, b: number]
type Means = ReadonlyMap<StepFigure['id'], number>

interface EpisodeSides {
  readonly lines: readonly MatchLine[]
  readonly sides: ReadonlyMap<StepFigure['id'], readonly Side[]>
  /** The means over all of the episode's steps, A's and where B ran the task, B's. */
  readonly own: Means
  readonly whole: Means | undefined
}

function episodeKey({
  benchmark,
  task,
  runtime,
  model,
}: Pick<EpisodeLine, 'benchmark' | 'task' | 'runtime' | 'model'>): string {
  return stepKey({ benchmark, task, runtime, model, step: 0 })
}

function taskKey({ benchmark, task }: EpisodeLine): string {
  return JSON.stringify([benchmark, task])
}

/** Of some decisions alone soundness would be that of those in which the two agree. */
function isJudged({ decision, judged }: MatchLine): boolean {
  return decision === undefined || decision.fallback || judged !== undefined
}

function sidesOf(
  trace: Trace,
  lines: readonly MatchLine[],
  figures: readonly StepFigure[],
): EpisodeSides['sides'] {
  return new Map(
    figures.map((figure) => {
      const recorded = recordedFigures(trace, figure)
      const sides = lines.flatMap((line): Side[] => {
        const [a, b] = [recorded.get(line.step), figure.matched(line)]
        return a === undefined || b === undefined ? [] : [[a, b]]
      })
      return [figure.id, sides] as const
    }),
  )
}

function meansOf(trace: Trace): Means {
  return new Map(
    stepFigures.flatMap((figure) => {
      const mean = spread([...recordedFigures(trace, figure).values()])?.mean
      return mean === undefined ? [] : [[figure.id, mean] as const]
    }),
  )
}

function shares(lines: readonly MatchLine[]): Shares {
  const share = (name: keyof Agreement): number =>
    lines.filter(({ agrees }) => agrees[name]).length / lines.length
  return {
    steps: lines.length,
    action: share('action'),
    normalisedAction: share('normalisedAction'),
    state: share('state'),
  }
}

function agreementOver(episodes: readonly EpisodeSides[], name: keyof Agreement): OverEpisodes | undefined {
  return overEpisodes(episodes.map(({ lines }) => shares(lines)[name]))
}

function overEpisodes(values: readonly number[]): OverEpisodes | undefined {
  const measured = spread(values)
  if (measured === undefined) return undefined
  const { mean, sd, n } = measured
  return {
    episodes: n,
    mean,
    standardError: sd === undefined ? undefined : sd / Math.sqrt(n),
    bootstrap: bootstrapMean(values),
  }
}

function positions(lines: readonly MatchLine[]): MatchReport['byPosition'] {
  const groups = Map.groupBy(lines, ({ step }) => (step === 0 ? 0 : 2 ** Math.floor(Math.log2(step))))
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([from, own]) => ({ from, to: Math.max(0, 2 * from - 1), ...shares(own) }))
}

function discordance(sides: readonly Side[]): NonNullable<MatchReport['sound']> {
  const count = (a: number, b: number): number =>
    sides.filter((side) => side[0] === a && side[1] === b).length
  return { both: count(1, 1), onlyA: count(1, 0), onlyB: count(0, 1), neither: count(0, 0) }
}

function differenceOf({ id, title }: StepFigure, episodes: readonly EpisodeSides[]): MatchedDifference[] {
  const measured = episodes.flatMap(({ sides, own, whole }) => {
    const values = sides.get(id) ?? []
    const a = spread(values.map((side) => side[0]))?.mean
    const b = spread(values.map((side) => side[1]))?.mean
    return a === undefined || b === undefined
      ? []
      : [{ a, b, ownMean: own.get(id), wholeMean: whole?.get(id) }]
  })
  const difference = overEpisodes(measured.map(({ a, b }) => b - a))
  if (difference === undefined) return []
  const twice = measured.flatMap(({ a, b, ownMean, wholeMean }) =>
    ownMean === undefined || wholeMean === undefined ? [] : [{ matched: b - a, whole: wholeMean - ownMean }],
  )
  const saved = varianceSaved(twice)
  const mean = (of: 'a' | 'b'): number => spread(measured.map((each) => each[of]))?.mean ?? Number.NaN
  return [{ id, title, a: mean('a'), b: mean('b'), difference, saved }]
}
