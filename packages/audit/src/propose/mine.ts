import type { Field } from '@skill-state/core/capture'
import { type Distribution, Tally } from '../measure/distribution.ts'
import { shareOf } from '../measure/round.ts'
import { selectEffects } from './select.ts'
import { keyOf, nameSources, sourcesOf } from './sources.ts'
import { isCarried, type Training } from './training.ts'
import { variantsOf } from './variants.ts'

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
  const sources = sourcesOf(training)
  const names = nameSources(sources, training)
  const carried = training.episodes.flatMap(({ sourced }) => sourced.filter(isCarried)).length
  return WORTHS.map((worth) => {
    const price = (worth * 100) / Math.max(1, carried)
    const pool = sources.flatMap((from, family) => {
      const key = form === 'keyed' ? keyOf(from, training) : undefined
      const base = { name: names[family] as string, from, key }
      return variantsOf(base, training, price).map((effect) => ({ ...effect, family }))
    })
    const chosen = selectEffects(pool, price, training.weights).map(({ field }) => field)
    return pointOf(worth, renamed(chosen, training), training)
  })
}

/** The state of a curve that carries most within a mean size; the smallest one if none is small enough. */
export function bestOf(curve: readonly CurvePoint[], maxChars: number): CurvePoint {
  const bySize = [...curve].sort((a, b) => (a.chars.mean ?? 0) - (b.chars.mean ?? 0))
  const fitting = bySize.filter(({ chars }) => (chars.mean ?? 0) <= maxChars)
  const best = (a: CurvePoint, b: CurvePoint): CurvePoint => (b.covered > a.covered ? b : a)
  return fitting.length > 0 ? fitting.reduce(best) : (bySize[0] as CurvePoint)
}

/** The fields with names that differ no more than they must, in the order of what they carry. */
function renamed(fields: readonly Field[], training: Training): readonly Field[] {
  const names = nameSources(
    fields.map(({ from }) => from),
    training,
  )
  return fields.map((field, at) => ({ ...field, name: names[at] as string }))
}

function pointOf(worth: number, fields: readonly Field[], training: Training): CurvePoint {
  const effects = fields.map(training.effectOf)
  const needs = training.episodes.flatMap(({ sourced }) => sourced)
  const carried = needs.flatMap((need, at) => (isCarried(need) ? [at] : []))
  const covered = carried.filter((at) => effects.some(({ covers }) => covers[at] === 1)).length
  const chars = new Tally()
  const calls = training.episodes.reduce((sum, { view }) => sum + view.calls.length, 0)
  for (let call = 0; call < calls; call++) {
    // A brace at each end, and no comma after the last field.
    const size = effects.reduce((sum, effect) => sum + (effect.chars[call] ?? 0), 1)
    chars.add(Math.max(2, size))
  }
  const coverage = shareOf(covered, carried.length)
  return { worth, fields, carried: carried.length, covered, coverage, chars: chars.summary() }
}
