import { isJsonObject, type JsonValue } from '@skill-state/protocol'
import { itemsOf } from './_items.ts'
import type { MergeRule } from './merge-rule.ts'

/** The patch's items join those that are there, each once. Items are equal as JSON, whatever the order of keys. */
export function union(): MergeRule {
  return {
    name: 'union',
    combine(written, present) {
      const items = itemsOf(written, present)
      if (!items.ok) return items
      const byText = new Map<string, JsonValue>()
      for (const item of [...items.value.present, ...items.value.written]) {
        const text = JSON.stringify(sorted(item))
        if (!byText.has(text)) byText.set(text, item)
      }
      return { ok: true, value: [...byText.values()] }
    },
  }
}

/** Objects as sorted lists of entries, marked so that they differ from arrays. */
function sorted(value: JsonValue): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!isJsonObject(value)) return value.map(sorted)
  const keys = Object.keys(value).sort()
  return { entries: keys.map((key) => [key, sorted(value[key] ?? null)]) }
}
