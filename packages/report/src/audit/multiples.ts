import { left, right, tableOf } from '../tables/table.ts'
import type { Finding } from './finding.ts'
import { type PublishedRecord, SUBJECT, seriesOf } from './published-record.ts'

/** A row whose prompts and tokens are those of a shorter horizon, times powers of the ratio of horizons. */
interface Multiple {
  readonly shorter: PublishedRecord
  readonly longer: PublishedRecord
  readonly promptFactor: number
  readonly tokenFactor: number
}

/** Measured prompts and tokens follow no law to this precision. */
const EXACT = 1e-3

/** Neighbouring horizons of a runtime that are exact multiples, as constant or linear prompts would be. */
export function multiples(records: readonly PublishedRecord[]): readonly Multiple[] {
  return seriesOf(sizedOf(records)).flatMap((own) => {
    const ordered = own.toSorted((a, b) => (a.horizon ?? 0) - (b.horizon ?? 0))
    return ordered.slice(1).flatMap((longer, index) => {
      const shorter = ordered[index]
      if (shorter === undefined) return []
      const ratio = (longer.horizon ?? 0) / (shorter.horizon ?? 1)
      const promptFactor = (longer.promptChars ?? 0) / (shorter.promptChars ?? 1)
      const tokenFactor = (longer.totalTokens ?? 0) / (shorter.totalTokens ?? 1)
      const exact = [1, ratio].some((law) => near(promptFactor, law) && near(tokenFactor, law * ratio))
      return exact ? [{ shorter, longer, promptFactor, tokenFactor }] : []
    })
  })
}

function sizedOf(records: readonly PublishedRecord[]): readonly PublishedRecord[] {
  return records.filter(({ promptChars, totalTokens, horizon }) => promptChars && totalTokens && horizon)
}

const near = (value: number, wanted: number): boolean => Math.abs(value / wanted - 1) < EXACT

/** Two models whose prompts and tokens can be compared cell by cell. */
interface Followed {
  readonly models: readonly [string, string]
  readonly values: number
  /** The largest relative difference of a prompt or token figure. */
  readonly largest: number
}

/** Of fewer figures a likeness says nothing. */
const FEWEST = 10

/** Each two models of one environment, by their common cells. */
export function followedModels(records: readonly PublishedRecord[]): readonly Followed[] {
  const tables = [...Map.groupBy(sizedOf(records), ({ label }) => label).values()]
  return tables.flatMap((one, index) =>
    tables.slice(index + 1).flatMap((other) => {
      const [a, b] = [one[0], other[0]]
      if (a === undefined || b === undefined || a.environment !== b.environment || a.model === b.model)
        return []
      const ratios = one.flatMap((cell) => {
        const same = other.find(
          ({ horizon, runtime }) => horizon === cell.horizon && runtime === cell.runtime,
        )
        return (['promptChars', 'totalTokens'] as const).flatMap((figure) =>
          same === undefined ? [] : [(same[figure] ?? Number.NaN) / (cell[figure] ?? Number.NaN)],
        )
      })
      if (ratios.length < FEWEST) return []
      const largest = Math.max(...ratios.map((ratio) => Math.abs(ratio - 1)))
      return [{ models: [a.model, b.model] as const, values: ratios.length, largest }]
    }),
  )
}

/** Models with tokenizers and habits of their own differ by more than this. */
const CLOSE = 0.05

export function multiplesFinding(records: readonly PublishedRecord[]): Finding {
  const found = multiples(records)
  const pairs = followedModels(records)
  const close = pairs.filter(({ largest }) => largest < CLOSE)
  const transcripts = found.filter(({ longer }) => longer.runtime !== SUBJECT).length
  return {
    id: 'multiples',
    title: 'Rows that are multiples of other rows',
    claim: 'every cell is measured over 5 seeds.',
    found: [
      `${found.length} rows are, to ${EXACT * 100} %, a shorter horizon times a power of the ratio of horizons, ${transcripts} of them transcripts.`,
      ...close.map(
        ({ models: [a, b], values, largest }) =>
          `All ${values} prompt and token figures of ${b} are within ${percent(largest)} of those of ${a}.`,
      ),
    ].join(' '),
    ...tableOf(
      [
        ...found.map(({ shorter, longer, promptFactor, tokenFactor }) => [
          `${longer.environment}, ${longer.runtime}, T=${longer.horizon}`,
          `T=${shorter.horizon}`,
          `${shorter.promptChars} → ${longer.promptChars} (× ${promptFactor.toFixed(4)})`,
          `${shorter.totalTokens} → ${longer.totalTokens} (× ${tokenFactor.toFixed(4)})`,
        ]),
        ...pairs.map(({ models: [a, b], values, largest }) => [
          `${b}, ${values} figures`,
          a,
          `at most ${percent(largest)} apart`,
        ]),
      ],
      [
        left('Condition', ([condition = '']) => condition),
        left('Of', ([, of = '']) => of),
        right('Prompt', ([, , prompt = '']) => prompt),
        right('Tokens', ([, , , tokens = '']) => tokens),
      ],
    ),
    settledBy: 'the traces of these cells, or a note that they are extrapolated.',
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`
