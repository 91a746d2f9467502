import { isJsonObject, type JsonValue } from '@skill-state/protocol'

/**
 * The part of a filled field that the bounds of its schema leave room for: without texts that are too long, and without
 * the oldest of too many texts, groups or slots. `undefined` if nothing is left.
 */
export function fitTo(schema: JsonValue | undefined, value: JsonValue): JsonValue | undefined {
  if (typeof value === 'string') return value.length <= boundIn(schema, 'maxLength') ? value : undefined
  if (Array.isArray(value)) {
    const fitting = (value as readonly JsonValue[]).flatMap((each) => {
      const part = fitTo(partOf(schema, 'items'), each)
      return part === undefined ? [] : [part]
    })
    return newest(fitting, boundIn(schema, 'maxItems'))
  }
  if (!isJsonObject(value)) return undefined
  const fitting = Object.entries(value).flatMap(([slot, texts]) => {
    const part = fitTo(partOf(schema, 'additionalProperties'), texts)
    return part === undefined || fitTo(partOf(schema, 'propertyNames'), slot) === undefined
      ? []
      : [[slot, part] as const]
  })
  const slots = newest(fitting, boundIn(schema, 'maxProperties'))
  return slots && Object.fromEntries(slots)
}

function newest<T>(all: readonly T[], most: number): readonly T[] | undefined {
  const kept = all.slice(Math.max(0, all.length - most))
  return kept.length === 0 ? undefined : kept
}

function boundIn(schema: JsonValue | undefined, keyword: string): number {
  const bound = partOf(schema, keyword)
  return typeof bound === 'number' ? bound : Number.POSITIVE_INFINITY
}

export function partOf(schema: JsonValue | undefined, keyword: string): JsonValue | undefined {
  return isJsonObject(schema) && Object.hasOwn(schema, keyword) ? schema[keyword] : undefined
}
