import type { Report } from '../build/report.ts'
import type { Comparison } from '../build/tests.ts'
import { intervalText, NOTHING, noiseText, pText, signed } from './number-text.ts'
import { left, placedTable, right, type Table } from './table.ts'

const EQUAL_LEGEND =
  'All differences equal: t is undefined, and p is of the exact test of their signs, 1 if all are 0.'

const HOLM_LEGEND = 'Holm: p adjusted for all tests of the benchmark in this table.'

const NOISE_LEGEND =
  'Noise: 95 % of the differences that repeating the same tasks makes lie this close to 0; inside: this one does too.'

export function testsTable({ tests, subject }: Report): Table {
  const noisy = tests.some(({ noise }) => noise !== undefined)
  const adjusted = tests.filter(({ pHolm }) => pHolm !== undefined)
  const several = adjusted.length > new Set(adjusted.map(({ benchmark }) => benchmark)).size
  const legend = [
    tests.some(({ result }) => 'untested' in result && result.p !== undefined) && EQUAL_LEGEND,
    several && HOLM_LEGEND,
    noisy && NOISE_LEGEND,
  ]
  return {
    id: 'tests',
    title: `Score of ${subject} less that of each other runtime: paired t-tests${noisy ? '' : ' by task'}, two-sided`,
    legend: legend.filter(Boolean).join(' ') || undefined,
    ...placedTable(tests, [
      left('Against', ({ other }) => other),
      right('Pairs', ({ result }) => String(result.pairs)),
      right('Difference', ({ result: { meanDifference } }) => signed(meanDifference)),
      right('95 % interval', ({ result }) => intervalText(result)),
      right('t', ({ result }) => ('t' in result ? result.t.toFixed(2) : NOTHING)),
      right('df', ({ result }) => ('t' in result ? String(result.degreesOfFreedom) : NOTHING)),
      right('p', ({ result }) => pText(result.p)),
      ...(several ? [right('p (Holm)', ({ pHolm }: Comparison) => pText(pHolm))] : []),
      ...(noisy ? [right('Noise', ({ noise }: Comparison) => noiseText(noise))] : []),
    ]),
  }
}
