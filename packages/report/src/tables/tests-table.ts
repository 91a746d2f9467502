import { holm } from '@skill-state/eval/statistics'
import type { Report } from '../build/report.ts'
import type { Comparison } from '../build/tests.ts'
import { NOTHING, noiseText, pText, signed } from './number-text.ts'
import { placeColumns } from './place.ts'
import { left, right, type Table } from './table.ts'

const NOISE_LEGEND =
  'Noise: 95 % of the differences that repeating the same tasks makes lie this close to 0; inside: this one does too.'

/** Paired t-tests of the score. */
export function testsTable({ tests, subject }: Report): Table {
  const place = placeColumns(tests)
  const noisy = tests.some(({ noise }) => noise !== undefined)
  const adjusted = adjust(tests)
  const several = new Set(tests.map(({ other }) => other)).size > 1
  return {
    id: 'tests',
    title: `Score of ${subject} less that of each other runtime: paired t-tests${noisy ? '' : ' by task'}, two-sided`,
    ...(noisy && { legend: NOISE_LEGEND }),
    columns: [
      ...place.columns,
      left('Against'),
      right('Pairs'),
      right('Difference'),
      right('95 % interval'),
      right('t'),
      right('df'),
      right('p'),
      ...(several ? [right('p (Holm)')] : []),
      ...(noisy ? [right('Noise')] : []),
    ],
    rows: tests.map((test) => ({
      cells: [
        ...place.of(test),
        test.other,
        ...testTexts(test),
        ...(several ? [pText(adjusted.get(test))] : []),
        ...(noisy ? [noiseText(test.noise)] : []),
      ],
      subject: false,
      group: place.of({ ...test, model: '' }).join('\0'),
    })),
  }
}

/** Holm's p of the tests, among those of one benchmark. */
function adjust(tests: readonly Comparison[]): ReadonlyMap<Comparison, number | undefined> {
  const families = [...Map.groupBy(tests, ({ benchmark }) => benchmark).values()]
  return new Map(
    families.flatMap((family) => {
      const adjusted = holm(family.map(({ result }) => ('p' in result ? result.p : undefined)))
      return family.map((test, index) => [test, adjusted[index]] as const)
    }),
  )
}

function testTexts({ result }: Comparison): string[] {
  const { pairs, meanDifference } = result
  const difference = meanDifference === undefined ? NOTHING : signed(meanDifference)
  if ('untested' in result) return [String(pairs), difference, result.untested, NOTHING, NOTHING, NOTHING]
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
