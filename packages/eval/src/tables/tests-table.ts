import type { Report } from '../report.ts'
import type { Comparison } from '../report-tests.ts'
import { holm } from '../statistics/holm.ts'
import { NOTHING, pText, signed } from './_number-text.ts'
import { placeColumns } from './_place.ts'
import { left, right, type Table } from './table.ts'

const NOISE_LEGEND =
  'A/A: the same runtime, one half of its trials less the other half; inside: the difference lies in the interval of that.'

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
      ...(noisy ? [right('A/A')] : []),
    ],
    rows: tests.map((test) => ({
      cells: [
        ...place.of(test),
        test.other,
        ...testTexts(test),
        ...(several ? [pText(adjusted.get(test))] : []),
        ...(noisy ? [noiseText(test)] : []),
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

/** The subject against itself, beside the difference that it is read against. */
function noiseText({ noise, result: { meanDifference } }: Comparison): string {
  if (noise?.meanDifference === undefined) return NOTHING
  if ('untested' in noise) return signed(noise.meanDifference)
  const [low, high] = noise.interval
  const inside = meanDifference !== undefined && meanDifference >= low && meanDifference <= high
  return `${signed(noise.meanDifference)} (${signed(low)} to ${signed(high)})${inside ? ', inside' : ''}`
}
