import { posix } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import type { SkillFolder } from '../folder/open-folder.ts'
import { invalidSkill } from '../invalid-skill.ts'
import { defaultSchema } from './default-schema.ts'

/** Keys of `metadata` that name a file of the skill. */
const SCHEMA_KEY = 'skill-state'
const INITIAL_KEY = 'skill-state-initial'

interface StateSource {
  readonly schema: JsonObject
  readonly initialState: JsonObject
  /** Path of the schema's file from the folder; absent if the skill brings none. */
  readonly schemaFile?: string | undefined
  /** Its files, by their names in the folder. */
  readonly apart: readonly string[]
}

/**
 * The schema that the skill's metadata points to, or the bounded default; and Σ_0: a file that they point to, or else
 * what the schema gives its fields as `default`. Throws `invalid-skill` if a file is not a JSON object.
 */
export function stateOf(folder: SkillFolder, metadata: Readonly<Record<string, string>>): StateSource {
  const { [SCHEMA_KEY]: schemaFile, [INITIAL_KEY]: initialFile } = metadata
  const schema = schemaFile === undefined ? defaultSchema : readObject(folder, schemaFile)
  const initialState = initialFile === undefined ? defaultsOf(schema) : readObject(folder, initialFile)
  const apart = [schemaFile, initialFile].flatMap((file) =>
    file === undefined ? [] : [posix.normalize(file)],
  )
  return { schema, initialState, schemaFile, apart }
}

function readObject(folder: SkillFolder, file: string): JsonObject {
  const text = folder.read(file)
  let value: JsonValue = null
  let cause: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    cause = error
  }
  if (isJsonObject(value)) return value
  throw invalidSkill(`${file} of the skill in ${folder.path} is not a JSON object`, { cause })
}

function defaultsOf({ properties }: JsonObject): JsonObject {
  const fields = isJsonObject(properties) ? Object.entries(properties) : []
  return Object.fromEntries(
    fields.flatMap(([name, field]) =>
      isJsonObject(field) && field.default !== undefined ? [[name, field.default]] : [],
    ),
  )
}

/** What P says of the state: each field with what its schema says that it is for, and with the schema. */
export function stateInstructions(schema: JsonObject): string {
  const { properties, $defs, definitions } = schema
  if (!isJsonObject(properties) || Object.keys(properties).length === 0) return ''
  const fields = Object.entries(properties).map(([name, field]) => describe(name, field))
  const shared = Object.entries({ $defs, definitions }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`],
  )
  const heading =
    'The state has these fields, with their JSON Schema. Only what you write into them is known in the next step.'
  return ['## State', heading, fields.join('\n'), ...shared].join('\n\n')
}

function describe(name: string, field: JsonValue): string {
  if (!isJsonObject(field)) return `- ${name}`
  const { description, default: _, ...schema } = field
  const purpose = typeof description === 'string' ? `${description} ` : ''
  return `- ${name}: ${purpose}${JSON.stringify(schema)}`
}
