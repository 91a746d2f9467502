import type { Field } from '@skill-state/protocol/evidence'
import type { Distribution } from '../measure/distribution.ts'
import { shareOf } from '../measure/round.ts'
import { selectEffects } from './select.ts'
import { keyOf, likelyName, named, sourcesOf } from './sources.ts'
import {
  coverageOf,
  type FieldEffect,
  isCarried,
  type Training,
  type TrainingEpisode,
  trainOn,
} from './training.ts'

/** `flat`: each field is a list. `keyed`: what one result gives is kept under the id that was asked for. */
export type Form = 'flat' | 'keyed'

/** One point of the trade-off between what a state carries and its size. */
export interface CurvePoint {
  /** Characters of the mean state that one percent of the carried needs was worth. */
  readonly worth: number
  readonly fields: readonly Field[]
  readonly carried: number
  readonly covered: number
  readonly coverage: number | null
  readonly chars: Distribution
}

const WORTHS = [5, 10, 20, 40, 65, 100]

/** States of growing coverage and size that rules fill from the sources of the training episodes. */
export function tradeOff(training: Training, form: Form): readonly CurvePoint[] {
  const effects = sourcesOf(training).map((from) => {
    const key = form === 'keyed' ? keyOf(from, training) : undefined
    return training.effectOf({ name: likelyName(from), from, key })
  })
  const carried = training.episodes.flatMap(({ sourced }) => sourced.filter(isCarried)).length
  let chosen: readonly FieldEffect[] = []
  return WORTHS.map((worth) => {
    const price = (worth * 100) / Math.max(1, carried)
    // Fields share needs, so none is worth more in a state than alone.
    const pool = effects.filter(
      ({ holds, meanChars }) => price * weightOf(holds, training.weights) > meanChars,
    )
    chosen = selectEffects(pool, price, training.weights, chosen)
    const fields = chosen.map(({ field }) => field)
    return pointOf(worth, named(fields, training), training)
  })
}

function weightOf(holds: readonly number[], weights: Float64Array): number {
  return holds.reduce((sum, need) => sum + (weights[need] ?? 0), 0)
}

/** What the fields that other episodes teach carry of one episode. */
export interface HeldOut {
  readonly carried: number
  /** At each point of the trade-off. */
  readonly covered: readonly number[]
}

/** Each episode is held out alone; of more than so many, several at a time. */
const PARTS = 32

/** What each episode has of fields that were not learned from it. Undefined for a single episode. */
export function heldOut(episodes: readonly TrainingEpisode[], form: Form): readonly HeldOut[] | undefined {
  if (episodes.length < 2) return undefined
  const parts = Math.min(PARTS, episodes.length)
  return Array.from({ length: parts }, (_, part) => {
    const curve = tradeOff(trainOn(episodes.filter((_, at) => at % parts !== part)), form)
    const rest = episodes.filter((_, at) => at % parts === part)
    return rest.map((episode) => {
      const points = curve.map(({ worth, fields }) => pointOf(worth, fields, trainOn([episode])))
      return { carried: points[0]?.carried ?? 0, covered: points.map(({ covered }) => covered) }
    })
  }).flat()
}

/** The coverage of each point of the trade-off over episodes held out. */
export function sharesOf(all: readonly HeldOut[]): readonly (number | null)[] {
  const sum = (of: (each: HeldOut) => number): number => all.reduce((total, each) => total + of(each), 0)
  const carried = sum((each) => each.carried)
  return WORTHS.map((_, at) =>
    shareOf(
      sum(({ covered }) => covered[at] ?? 0),
      carried,
    ),
  )
}

/** Shares that differ by less say nothing: the larger state is safer. */
const SAME = 0.005

/** The point that carries most in episodes held out, within a mean size; the smallest one if none is small enough. */
export function bestOf(
  curve: readonly CurvePoint[],
  maxChars: number,
  shares: readonly (number | null)[] | undefined,
): number {
  const size = (at: number): number => curve[at]?.chars.mean ?? 0
  const share = (at: number): number => shares?.[at] ?? curve[at]?.coverage ?? 0
  const bySize = [...curve.keys()].sort((a, b) => size(a) - size(b))
  const fitting = bySize.filter((at) => size(at) <= maxChars)
  const most = Math.max(...fitting.map(share))
  return fitting.findLast((at) => share(at) > most - SAME) ?? bySize[0] ?? 0
}

function pointOf(worth: number, fields: readonly Field[], training: Training): CurvePoint {
  const { carried, covered, chars } = coverageOf(fields, training)
  return { worth, fields, carried, covered, coverage: shareOf(covered, carried), chars: chars.summary() }
}
