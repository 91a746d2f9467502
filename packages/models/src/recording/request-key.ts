import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Model,
  type ModelRequest,
} from '@skill-state/protocol'

/** Version of the text that identifies a request. A new version finds no responses of an older one. */
const FORMAT = 1

export interface KeyOptions {
  /** Separates equal requests that need answers of their own, such as those of two trials. Default: none. */
  readonly salt?: string | undefined
}

/**
 * All that an answer depends on, as one line of JSON: the format's version, the model's id and settings (their keys sorted), the salt, the
 * schema, the tools and the prompt. The schema's keys keep their order, because providers write a reply's properties in it.
 */
export function requestText(
  { id, settings }: Pick<Model, 'id' | 'settings'>,
  { prompt, answerSchema, tools }: ModelRequest,
  { salt }: KeyOptions,
): string {
  return JSON.stringify({
    format: FORMAT,
    model: id,
    settings: settings && sortKeys(settings),
    salt,
    answerSchema,
    tools,
    prompt,
  })
}

/** SHA-256 of the text's UTF-8 bytes, in hexadecimal. */
export function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The same value for any order in which its keys were set. */
export function sortKeys(value: JsonObject): JsonObject
export function sortKeys(value: JsonValue): JsonValue
export function sortKeys(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((each) => sortKeys(each))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, each]): [string, JsonValue] => [key, sortKeys(each)])
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

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
