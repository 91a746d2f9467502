export { type Dialect, dialects } from './dialect.ts'
export type { GrammarOptions } from './grammar/gbnf.ts'
export { enforcement, type Lowered, lowerSchema } from './lower-schema.ts'
