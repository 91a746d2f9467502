import { isJsonObject, type JsonObject, type JsonValue, type ToolSpec } from '@skill-state/protocol'
import { type Conversation, type OwnActionOptions, ownActions, REPLY, replyText } from './own-actions.ts'
import { DATA, withoutPatterns } from './without-patterns.ts'

/** An action that calls a tool. */
export interface ToolAction {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
  /** True if nothing but the schema of actions checks the input, so that it must say all. Default false. */
  readonly keepLimits?: boolean | undefined
}

/**
 * How the schema says that an action is one key with an input.
 *
 * - `alternatives`: one closed object for each action, with the shape of its input, to which a model can be held.
 * - `map`: one object with a key for each action, of which one is present. What is wrong with an action is said of the
 *   action that was meant, and of no other. For models that are not held to a schema.
 */
export type ActionForm = 'alternatives' | 'map'

export interface ActionOptions extends OwnActionOptions {
  /** Default `alternatives`. */
  readonly form?: ActionForm | undefined
}

/** JSON Schema of an action: `{"<tool>": {<input>}}`, or one of the world's own. */
export function actionSchema(tools: readonly ToolAction[], options: ActionOptions = {}): JsonObject {
  const { form = 'alternatives', conversation = 'none' } = options
  const calls = tools.map(
    ({ name, parameters, keepLimits }) =>
      [name, keepLimits ? parameters : withoutPatterns(parameters)] as const,
  )
  const own = ownActions(options).map((action) => [action.name, action.parameters] as const)
  if (form === 'map') return map([...calls, ...own], conversation)
  const withReply = conversation === 'with-tools'
  return {
    type: 'object',
    anyOf: [
      ...calls.map(([name, schema], index) =>
        alternative(name, tools[index]?.keepLimits ? schema : shapeOf(schema), `/anyOf/${index}`, withReply),
      ),
      ...own.map(([name, schema], index) =>
        alternative(name, schema, `/anyOf/${calls.length + index}`, false),
      ),
    ],
  }
}

/** The same actions as tools, for models that call them. */
export function actionTools(
  tools: readonly ToolAction[],
  options: OwnActionOptions = {},
): readonly ToolSpec[] {
  const own = ownActions(options).map(({ name, about, more, parameters }) => {
    return { name, description: `${about}.${more}`, parameters }
  })
  return [...tools.map(({ name, description, parameters }) => ({ name, description, parameters })), ...own]
}

function map(entries: readonly (readonly [string, JsonObject])[], conversation: Conversation): JsonObject {
  const properties = entries.map(([key, schema]) => [key, moved(schema, `/properties/${pointerStep(key)}`)])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
    minProperties: 1,
    maxProperties: conversation === 'with-tools' ? 2 : 1,
  }
}

function alternative(key: string, schema: JsonObject, place: string, withReply: boolean): JsonObject {
  const input = { [key]: moved(schema, `${place}/properties/${pointerStep(key)}`) }
  return {
    type: 'object',
    properties: withReply ? { ...input, [REPLY]: replyText } : input,
    required: [key],
    additionalProperties: false,
  }
}

/** Points the references of a schema to its new place. */
function moved(schema: JsonValue, place: string): JsonValue {
  return mapObjects(schema, (object) =>
    typeof object.$ref === 'string' ? { ...object, $ref: `#${place}${object.$ref.slice(1)}` } : object,
  )
}

/**
 * The shape that a schema asks for, which engines can keep to: without limits on numbers, texts and lists, which the tool
 * checks anyway, and without further keys if it lists some, so that writing an object comes to an end.
 */
function shapeOf(schema: JsonObject): JsonObject {
  if (/"(allOf|unevaluatedProperties)"/.test(JSON.stringify(schema))) return schema
  const shape = mapObjects(schema, (object) => {
    if (typeof object.type !== 'string' && !Array.isArray(object.type)) return object // a map of schemas by names
    const rest = Object.fromEntries(Object.entries(object).filter(([keyword]) => !LIMITS.includes(keyword)))
    const isOpen = isJsonObject(rest.properties) && rest.additionalProperties === undefined
    return rest.type === 'object' && isOpen ? { ...rest, additionalProperties: false } : rest
  })
  return isJsonObject(shape) ? shape : schema
}

const LIMITS = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems', 'uniqueItems'],
]

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
function pointerStep(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))
}
