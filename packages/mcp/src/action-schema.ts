import { isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'
import { ownParameters } from './_own-actions.ts'
import { withoutPatterns } from './_without-patterns.ts'
import type { McpTool } from './connect-mcp.ts'

/**
 * How the schema says that an action is one key with arguments.
 *
 * - `alternatives`: one closed object for each action, with the shape of its arguments, to which a model can be held.
 * - `map`: one object with a key for each action, of which one is present: what is wrong with an action is said of the
 *   action that was meant, and of no other. For models that are not held to a schema.
 */
export type ActionForm = 'alternatives' | 'map'

/**
 * JSON Schema of an action: `{"<tool>": {<arguments>}}`, or one of the environment's own. Has no regular expression of a
 * server: the server checks its arguments by them.
 */
export function actionSchemaOf(tools: readonly McpTool[], form: ActionForm): JsonObject {
  const entries = [
    ...tools.map(({ action, parameters }) => [action, withoutPatterns(parameters)] as const),
    ...Object.entries(ownParameters),
  ]
  if (form === 'alternatives') {
    return {
      type: 'object',
      anyOf: entries.map(([key, schema], index) => only(key, schema, `/anyOf/${index}`)),
    }
  }
  const properties = entries.map(([key, schema]) => [key, moved(schema, `/properties/${step(key)}`)] as const)
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
  }
}

function only(key: string, schema: JsonObject, place: string): JsonObject {
  const closed = /"(allOf|unevaluatedProperties)"/.test(JSON.stringify(schema)) ? schema : shapeOf(schema)
  return {
    type: 'object',
    properties: { [key]: moved(closed, `${place}/properties/${step(key)}`) },
    required: [key],
    additionalProperties: false,
  }
}

/** Leads the references of a schema to where it stands now. */
function moved(schema: JsonValue, place: string): JsonValue {
  return mapObjects(schema, (object) =>
    typeof object.$ref === 'string' ? { ...object, $ref: `#${place}${object.$ref.slice(1)}` } : object,
  )
}

/**
 * The shape that a schema asks for, which engines can keep to: without limits on numbers, texts and lists, which the server
 * checks anyway, and without further keys where it lists some, so that writing an object comes to an end.
 */
function shapeOf(schema: JsonObject): JsonObject {
  const shape = mapObjects(schema, (object) => {
    if (!isSchema(object)) return object
    const rest = Object.fromEntries(Object.entries(object).filter(([keyword]) => !LIMITS.includes(keyword)))
    const isOpen = isJsonObject(rest.properties) && rest.additionalProperties === undefined
    return rest.type === 'object' && isOpen ? { ...rest, additionalProperties: false } : rest
  })
  return isJsonObject(shape) ? shape : schema
}

/** Tells a schema from a map of schemas, whose keys are names. */
function isSchema({ type }: JsonObject): boolean {
  return typeof type === 'string' || Array.isArray(type)
}

const LIMITS = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems', 'uniqueItems'],
]

/** Keywords whose values are data. */
const DATA = ['const', 'enum', 'default', 'examples']

function mapObjects(value: JsonValue, change: (object: JsonObject) => JsonObject): JsonValue {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change))
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    DATA.includes(key) ? member : mapObjects(member, change),
  ])
  return change(Object.fromEntries(entries))
}

/** A key as a step of a JSON Pointer in a URI. */
function step(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
