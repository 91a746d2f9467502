import { isJsonObject, type JsonObject } from '@skill-state/protocol'

/** Keywords about one type of value, by that type. */
export const KEYWORDS_OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'additionalItems', 'minItems', 'maxItems'],
  object: [
    'properties',
    'required',
    'patternProperties',
    'additionalProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
  ],
}

/** Keywords that none of the dialects keeps to, and when they say nothing. */
const UNKEPT: Readonly<Record<string, (value: unknown, schema: JsonObject) => boolean>> = {
  uniqueItems: (value) => value === false,
  contains: () => false,
  unevaluatedItems: (value) => value === true,
  unevaluatedProperties: (value) => value === true,
  dependentRequired: isEmptyObject,
  dependentSchemas: isEmptyObject,
  dependencies: isEmptyObject,
  if: (_, schema) => !('then' in schema) && !('else' in schema),
  $dynamicRef: () => false,
  $recursiveRef: () => false,
}

/** The keywords of a schema that none of the dialects keeps to. Unknown keywords are annotations. */
export function unkeptKeywords(schema: JsonObject): readonly string[] {
  return Object.keys(schema).filter(
    (keyword) => Object.hasOwn(UNKEPT, keyword) && !UNKEPT[keyword]?.(schema[keyword], schema),
  )
}

function isEmptyObject(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0
}
