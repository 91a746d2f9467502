export type OfficialDomain = 'retail' | 'airline'

/** Of each domain of τ-bench, the names of the database's files without `.json`, and the splits of its tasks. */
export const officialDomains: Readonly<
  Record<OfficialDomain, Readonly<Record<'files' | 'splits', readonly string[]>>>
> = {
  retail: { files: ['orders', 'products', 'users'], splits: ['test', 'dev', 'train'] },
  airline: { files: ['flights', 'reservations', 'users'], splits: ['test'] },
}
