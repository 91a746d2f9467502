import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { type Bound, type BoundOf, below, bounded, type Dialect, total, unbounded } from './bound.ts'

/** Of an array: its brackets, the longest items that it can have, and commas between them. */
export function arrayBound(schema: JsonObject, { draft07 }: Dialect, boundOf: BoundOf): Bound {
  const { first, rest } = draft07 ? oldItems(schema) : newItems(schema)
  const limit = typeof schema.maxItems === 'number' ? schema.maxItems : Infinity
  const parts: Bound[] = []
  for (const [at, item] of first.slice(0, Math.min(limit, first.length)).entries()) {
    const bound = below(`/${at}`, boundOf.value(item))
    if (bound.most === -Infinity) return enclosed(parts)
    parts.push(bound)
  }
  const more = limit - first.length
  if (more <= 0) return enclosed(parts)
  const item = below('/*', boundOf.value(rest))
  if (item.most === -Infinity) return enclosed(parts)
  if (more === Infinity) {
    return {
      most: Infinity,
      unbounded: [...unbounded('any number of items', 'maxItems').unbounded, ...item.unbounded],
    }
  }
  // With its comma; the one that is too many is taken off by `enclosed`.
  return enclosed([...parts, { most: item.most * more + (more - 1), unbounded: item.unbounded }])
}

/** Brackets around parts, commas between them. */
export function enclosed(parts: readonly Bound[]): Bound {
  return total([bounded(2 + Math.max(0, parts.length - 1)), ...parts])
}

interface Items {
  readonly first: readonly JsonValue[]
  readonly rest: JsonValue
}

function newItems({ prefixItems, items = true }: JsonObject): Items {
  return { first: Array.isArray(prefixItems) ? prefixItems : [], rest: items }
}

function oldItems({ items = true, additionalItems = true }: JsonObject): Items {
  return Array.isArray(items) ? { first: items, rest: additionalItems } : { first: [], rest: items }
}
