/** A row of the paper's tables, as published. */
export interface PublishedRecord {
  /** The LaTeX label of the table. */
  readonly label: string
  readonly environment: string
  readonly model: string
  readonly horizon?: number
  readonly noise?: number
  readonly scenario?: string
  readonly runtime?: string
  readonly runtimes?: readonly string[]
  /** 0 to 1. */
  readonly score?: number
  readonly scoreSd?: number
  /** Of one model call. */
  readonly promptChars?: number
  readonly promptCharsSd?: number
  readonly totalTokens?: number
  readonly totalTokensSd?: number
  /** 0 to 1, of the public benchmarks. */
  readonly passRate?: number
  /** The column `Prompt` of the public benchmarks, which names no unit. */
  readonly promptAvg?: number
  readonly success?: boolean
  /** A count, a range such as `5-8`, or `N/A`. */
  readonly recoverySteps?: string
}

export const SUBJECT = 'skill-state'

/** The step between two values that a table can print: 0.01 if no row of it has more than two decimals. */
export function unitOf(
  records: readonly PublishedRecord[],
  label: string,
  figure: 'score' | 'scoreSd' | 'passRate',
): number {
  const decimals = records
    .filter((record) => record.label === label)
    .map((record) => String(record[figure] ?? '').split('.')[1]?.length ?? 0)
  return 10 ** -Math.max(0, ...decimals)
}

export function placeOf({ environment, model, horizon, noise, scenario }: PublishedRecord): string {
  return [
    environment,
    model,
    horizon !== undefined && `T=${horizon}`,
    noise !== undefined && `noise ${noise}`,
    scenario !== undefined && `scenario ${scenario}`,
  ]
    .filter(Boolean)
    .join(', ')
}

export function runtimesOf({ runtime, runtimes = [] }: PublishedRecord): string {
  return runtime ?? runtimes.join(', ')
}

/** The rows of each runtime of each table. */
export function seriesOf(records: readonly PublishedRecord[]): readonly (readonly PublishedRecord[])[] {
  return [...Map.groupBy(records, ({ label, runtime }) => JSON.stringify([label, runtime])).values()]
}

/** The record as if its table named no level of noise. */
export function withoutNoise({ noise: _, ...record }: PublishedRecord): PublishedRecord {
  return record
}
