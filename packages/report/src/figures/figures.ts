import type { Report } from '../build/report.ts'
import type { Figure, FigureInput } from './figure.ts'
import { horizonFigures } from './horizon-figures.ts'
import { noiseFigures } from './noise-figures.ts'
import { recoveryFigures } from './recovery-figure.ts'
import { stepFigure } from './step-figure.ts'

/** Every figure that the report's rows make possible, each of one model. */
export function drawFigures(
  { rows: all, growth, curves }: Report,
  pen: FigureInput['pen'],
): readonly Figure[] {
  const models = [...Map.groupBy(all, ({ model }) => model)]
  return models.flatMap(([model, rows]) => {
    const own = models.length > 1 ? model : ''
    const scopeOf = (variant = ''): string => [variant, own].filter(Boolean).join(', ')
    const byHorizon = [...Map.groupBy(rows, ({ variant }) => variant)].flatMap(([variant, part]) => {
      const grown = growth.filter((each) => each.model === model && each.variant === variant)
      return horizonFigures({ rows: part, pen, scope: scopeOf(variant) }, grown)
    })
    const stepped = curves.filter((curve) => curve.model === model)
    // One figure for the plain tasks; if there are none, for the first variant.
    const variant = stepped.some((curve) => curve.variant === undefined) ? undefined : stepped[0]?.variant
    const drawn = stepped.filter((curve) => curve.variant === variant)
    const input = { rows, pen, scope: own }
    return [
      ...byHorizon,
      ...stepFigure(drawn, { pen, scope: scopeOf(variant) }),
      ...noiseFigures(input),
      ...recoveryFigures(input),
    ]
  })
}
