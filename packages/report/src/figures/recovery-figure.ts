import type { Spread } from '@skill-state/eval/statistics'
import type { PublishedFigure } from '../build/published.ts'
import type { Row } from '../build/report.ts'
import { type Bar, drawBars } from '../drawing/bar-panel.ts'
import type { Figure, FigureInput, Panel, Source } from './figure.ts'

/** How many turns after a notice an agent still acted on the old fact, by scenario and runtime. */
export function recoveryFigures({ rows, pen, scope }: FigureInput): readonly Figure[] {
  const own = rows.filter(({ figures }) => figures.recovered !== undefined || figures.recoveryTurns)
  const [first] = own
  if (first === undefined) return []
  const title = ['Recovery from a changed fact', scope].filter(Boolean).join(': ')
  const sides: readonly [Source, string][] = [
    ['measured', `Measured, ${first.model}`],
    ['published', 'Published, the paper'],
  ]
  const drawn = sides.map(([source, name]) => ({ name, found: own.flatMap((row) => barOf(row, source)) }))
  const highest = Math.max(1, ...drawn.flatMap(({ found }) => found.map(({ high = 0 }) => high)))
  const panels = drawn.flatMap(({ name, found }): Panel[] => {
    if (found.length === 0) return []
    const description = `${title}. ${name}.`
    return [{ title: name, picture: drawBars({ description, bars: found, highest, pen }) }]
  })
  const caption =
    "Turns from a notice that corrects a fact to the last action that still rests on the old one: 0 is at once. The paper's claim: a prompt that holds one current value has no old one to act on, a transcript holds both. A scenario that no runtime passes is a negative control: no action can undo it."
  return [{ id: 'recovery', title, caption, panels }]
}

function barOf(row: Row, source: Source): Bar[] {
  const figures: Readonly<Record<string, PublishedFigure | Spread>> =
    source === 'measured' ? row.figures : (row.published ?? {})
  const { recovered, recoveryTurns: turns } = figures
  if (recovered === undefined && turns === undefined) return []
  const group = `${row.variant ?? 'plain'}${row.horizon === undefined ? '' : `, T = ${row.horizon}`}`
  const rate = recovered !== undefined && 'mean' in recovered ? recovered.mean : undefined
  const range = turns && ('mean' in turns ? { low: turns.mean, high: turns.mean } : turns)
  return [{ group, runtime: row.runtime, rate, ...(rate !== 0 && range) }]
}
