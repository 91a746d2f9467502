/** What a domain's data consists of. */
export interface DomainDescription {
  /** Name of its folder, and of its part of Python's module paths. */
  readonly name: string
  /** Names of the database's files without `.json`. */
  readonly files: readonly string[]
  readonly splits: readonly string[]
}

export type OfficialDomain = 'retail' | 'airline'

/** The two domains of τ-bench. */
export const officialDomains: Readonly<Record<OfficialDomain, DomainDescription>> = {
  retail: { name: 'retail', files: ['orders', 'products', 'users'], splits: ['test', 'dev', 'train'] },
  airline: { name: 'airline', files: ['flights', 'reservations', 'users'], splits: ['test'] },
}
