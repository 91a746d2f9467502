import type { ProviderEntry } from './provider.ts'
import * as list from './providers.ts'

export const providerTable: Readonly<Record<string, ProviderEntry>> = Object.fromEntries(
  Object.values(list).map((entry) => [entry.id, entry]),
)

export function providerEntry(name: string): ProviderEntry | undefined {
  return Object.hasOwn(providerTable, name) ? providerTable[name] : undefined
}
