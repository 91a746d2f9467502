export { type Dialect, dialects } from './dialect.ts'
export { enforcement, type Lowered, lowerSchema } from './lower-schema.ts'
