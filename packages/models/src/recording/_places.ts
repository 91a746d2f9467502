import { join } from 'node:path'
import { keyOf } from './request-key.ts'

export const foldersIn = (directory: string): readonly [responses: string, schemas: string] => [
  join(directory, 'responses'),
  join(directory, 'schemas'),
]

/** Where the n-th response to a request is kept, from 1. */
export function responseFile(directory: string, key: string, n: number): string {
  return join(directory, 'responses', `${key}.${n}.jsonl`)
}

/** Where it is kept whether a schema, by its JSON, is enforced. */
export function schemaFile(directory: string, schema: string): string {
  return join(directory, 'schemas', `${keyOf(schema)}.jsonl`)
}
