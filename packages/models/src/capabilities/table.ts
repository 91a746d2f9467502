import { known as defined, type PriceSheet } from '@skill-state/protocol'
import { type ModelCapabilities, type Provider, providers } from './capabilities.ts'
import data from './table.json' with { type: 'json' }

export interface Row {
  readonly models: RegExp
  readonly sources: readonly string[]
  readonly known: Partial<ModelCapabilities>
}

/** Models of a provider with much in common, as `table.json` lists them. */
interface Family {
  /** The pages, of which the first is about a single model. */
  readonly sources: readonly string[]
  readonly names: string
  readonly known: Partial<ModelCapabilities>
  readonly models?: Readonly<Record<string, Listed>>
}

interface Listed extends Partial<Omit<ModelCapabilities, 'prices'>> {
  /** The model's own page, if it is not the family's first. */
  readonly source?: string
  /** US dollars for a million tokens: input, read from a cache, written to a cache, output. */
  readonly prices?: readonly [number, number | null, number | null, number]
}

/** Of two rows that fit, the first one counts. Pages were read on the date in the file. Unconfirmed values are omitted. */
export const table: Readonly<Record<Provider, readonly Row[]>> = Object.fromEntries(
  providers.map((name) => [name, (data.providers[name] as unknown as readonly Family[]).flatMap(rowsOf)]),
) as Record<Provider, Row[]>

function rowsOf({ names, sources: [page = '', ...sources], known, models = { '': {} } }: Family): Row[] {
  return Object.entries(models).map(([name, { source = page, prices, ...own }]) => ({
    models: new RegExp(`^${names.replace('{name}', name.replaceAll('.', '\\.'))}$`),
    sources: [source.replace('{name}', name), ...sources],
    known: { ...known, ...own, ...defined({ prices: prices && sheetOf(prices) }) },
  }))
}

function sheetOf([input, cacheRead, cacheWrite, output]: NonNullable<Listed['prices']>): PriceSheet {
  const cached = defined({ cacheRead: cacheRead ?? undefined, cacheWrite: cacheWrite ?? undefined })
  return { date: data.read, input, ...cached, output }
}
