import type { ProviderEntry } from './provider.ts'
import * as list from './providers.ts'

/** The providers by id. */
export const providerTable: Readonly<Record<string, ProviderEntry>> = Object.fromEntries(
  Object.values(list).map((entry) => [entry.id, entry]),
)

/** The entry of a provider, if the table has one. */
export function providerEntry(name: string): ProviderEntry | undefined {
  return Object.hasOwn(providerTable, name) ? providerTable[name] : undefined
}
