import type { Report } from '../build/report.ts'
import type { Comparison } from '../build/tests.ts'
import { NOTHING, noiseText, pText, signed } from './number-text.ts'
import { placeColumns } from './place.ts'
import { leftColumn, rightColumn, type Table } from './table.ts'

const EQUAL_LEGEND =
  'All differences equal: t is undefined, and p is of the exact test of their signs, 1 if all are 0.'

const HOLM_LEGEND = 'Holm: p adjusted for all tests of the benchmark in this table.'

const NOISE_LEGEND =
  'Noise: 95 % of the differences that repeating the same tasks makes lie this close to 0; inside: this one does too.'

/** Paired t-tests of the score. */
export function testsTable({ tests, subject }: Report): Table {
  const place = placeColumns(tests)
  const noisy = tests.some(({ noise }) => noise !== undefined)
  const families = Map.groupBy(
    tests.filter(({ pHolm }) => pHolm !== undefined),
    ({ benchmark }) => benchmark,
  )
  const several = [...families.values()].some((family) => family.length > 1)
  const legend = [
    ...(tests.some(({ result }) => 'untested' in result && 'p' in result) ? [EQUAL_LEGEND] : []),
    ...(several ? [HOLM_LEGEND] : []),
    ...(noisy ? [NOISE_LEGEND] : []),
  ]
  return {
    id: 'tests',
    title: `Score of ${subject} less that of each other runtime: paired t-tests${noisy ? '' : ' by task'}, two-sided`,
    legend: legend.join(' ') || undefined,
    columns: [
      ...place.columns,
      leftColumn('Against'),
      rightColumn('Pairs'),
      rightColumn('Difference'),
      rightColumn('95 % interval'),
      rightColumn('t'),
      rightColumn('df'),
      rightColumn('p'),
      ...(several ? [rightColumn('p (Holm)')] : []),
      ...(noisy ? [rightColumn('Noise')] : []),
    ],
    rows: tests.map((test) => ({
      cells: [
        ...place.of(test),
        test.other,
        ...testTexts(test),
        ...(several ? [pText(test.pHolm)] : []),
        ...(noisy ? [noiseText(test.noise)] : []),
      ],
      subject: false,
      group: place.of({ ...test, model: '' }).join('\0'),
    })),
  }
}

function testTexts({ result }: Comparison): string[] {
  const { pairs, meanDifference } = result
  const difference = meanDifference === undefined ? NOTHING : signed(meanDifference)
  if ('untested' in result) {
    const p = 'p' in result ? result.p : undefined
    return [String(pairs), difference, result.untested, NOTHING, NOTHING, pText(p)]
  }
  const [low, high] = result.interval
  const interval = `${signed(low)} to ${signed(high)}`
  return [
    String(pairs),
    difference,
    interval,
    result.t.toFixed(2),
    String(result.degreesOfFreedom),
    pText(result.p),
  ]
}
