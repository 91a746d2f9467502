import type { Report } from '../build/report.ts'
import type { Pen } from '../drawing/palette.ts'
import type { Figure } from './figure.ts'
import { horizonFigures } from './horizon-figures.ts'
import { noiseFigures } from './noise-figures.ts'
import { recoveryFigures } from './recovery-figure.ts'
import { stepFigure } from './step-figure.ts'

/** Every figure that the report's rows make possible, each of one model. */
export function drawFigures(report: Report, pen: (runtime: string) => Pen): readonly Figure[] {
  const models = [...Map.groupBy(report.rows, ({ model }) => model)]
  return models.flatMap(([model, rows]) => {
    const own = models.length > 1 ? model : ''
    const variants = [...Map.groupBy(rows, ({ variant }) => variant)]
    const byHorizon = variants.flatMap(([variant, part]) => {
      const scope = [variant ?? '', own].filter(Boolean).join(', ')
      const growth = report.growth.filter((each) => each.model === model && each.variant === variant)
      return horizonFigures({ rows: part, pen, scope }, growth)
    })
    const input = { rows, pen, scope: own }
    return [
      ...byHorizon,
      ...stepFigures(report, model, pen),
      ...noiseFigures(input),
      ...recoveryFigures(input),
    ]
  })
}

/** One figure for the plain tasks; if there are none, for the first variant. */
function stepFigures(
  { curves, rows }: Report,
  model: string,
  pen: (runtime: string) => Pen,
): readonly Figure[] {
  const own = curves.filter((curve) => curve.model === model)
  const [variant] = own.some((curve) => curve.variant === undefined) ? [undefined] : [own[0]?.variant]
  const many = new Set(rows.map((row) => row.model)).size > 1
  const scope = [variant ?? '', many ? model : ''].filter(Boolean).join(', ')
  return stepFigure(
    own.filter((curve) => curve.variant === variant),
    { pen, scope },
  )
}
