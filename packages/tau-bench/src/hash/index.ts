export {
  type BaseTable,
  createDatabase,
  type DatabaseBase,
  type EpisodeDatabase,
} from '../data/open-database.ts'
export { toTable } from '../data/tables.ts'
export type { Table } from '../database.ts'
export { canonicalStyle } from './canonical-style.ts'
export { hashDatabase } from './database-hash.ts'
export { spellEntry, type TextStyle } from './text-style.ts'
