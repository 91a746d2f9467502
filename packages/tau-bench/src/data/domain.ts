/** What a domain's data consists of. */
export interface DomainDescription {
  /** Name of its folder. */
  readonly name: string
  /** The official domain whose tools run on its records. */
  readonly kind: OfficialDomain
  /** Names of the database's files without `.json`. */
  readonly files: readonly string[]
  readonly splits: readonly string[]
}

export type OfficialDomain = 'retail' | 'airline'

/** The two domains of τ-bench. */
export const officialDomains: Readonly<Record<OfficialDomain, DomainDescription>> = {
  retail: {
    name: 'retail',
    kind: 'retail',
    files: ['orders', 'products', 'users'],
    splits: ['test', 'dev', 'train'],
  },
  airline: {
    name: 'airline',
    kind: 'airline',
    files: ['flights', 'reservations', 'users'],
    splits: ['test'],
  },
}
