import type { JsonValue } from '@skill-state/protocol'
import type { Plain } from './plain.ts'

/** What the readers of parts ask of the reader of the whole. */
export interface SchemaReader {
  read(schema: JsonValue, path: string): Plain
  /** Notes why a place cannot be read, and stands in for it. */
  refuse(path: string, reason: string): Plain
  both(path: string, parts: readonly Plain[]): Plain
}
