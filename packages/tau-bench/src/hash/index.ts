export { type DatabaseBase, type EpisodeDatabase, episodeDatabase } from '../data/open-database.ts'
export { toTable } from '../data/tables.ts'
export { hashDatabase } from './database-hash.ts'
export { canonicalStyle, spellMembers, type TextStyle } from './text-style.ts'
