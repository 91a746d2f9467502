import type { JsonValue } from '@skill-state/protocol'
import type { Field, FieldSource } from './field.ts'
import type { Material } from './material.ts'

/** A field as rules fill it, message by message. */
export interface FilledField {
  take(material: Material): void
  /** Its value in the state; `undefined` if it is empty. */
  value(): JsonValue | undefined
  /** The texts in which a needed value can occur, slot names included. */
  texts(): readonly string[]
}

export function fillField(field: Field): FilledField {
  // One group of values for each message that gave any, or for each slot.
  let groups: { readonly slot: string | undefined; readonly values: readonly string[] }[] = []
  const pattern = patternOf(field.from)
  const isEmptiedBy = new Set(field.evict)
  return {
    take(material) {
      if (material.kind === 'result' && isEmptiedBy.has(material.tool)) {
        groups = groups.filter(({ slot }) => slot !== undefined && !material.given.has(slot))
      }
      const values = textsIn(material, field.from, pattern)
      if (values.length === 0) return
      const slot = slotIn(material, field)
      if (field.key !== undefined && slot === undefined) return
      if (slot !== undefined) groups = groups.filter((each) => each.slot !== slot)
      groups.push({ slot, values })
      if (field.keep !== undefined) groups = groups.slice(-field.keep)
    },
    value() {
      if (groups.length === 0) return undefined
      if (field.key === undefined) return [...new Set(groups.flatMap(({ values }) => values))]
      return Object.fromEntries(groups.map(({ slot, values }) => [slot, values]))
    },
    texts: () => groups.flatMap(({ slot, values }) => (slot === undefined ? values : [slot, ...values])),
  }
}

/** The texts that a source takes from a message. */
export function textsIn(
  material: Material,
  from: FieldSource,
  pattern: RegExp | undefined = patternOf(from),
): readonly string[] {
  if (material.kind === 'user') {
    if (pattern === undefined) return []
    const found = [...material.text.matchAll(pattern)].map((match) => match[1] ?? match[0])
    return [...new Set(found)].filter((text) => text !== '')
  }
  return 'tool' in from && from.tool === material.tool ? (material.texts.get(from.path) ?? []) : []
}

function slotIn(material: Material, { key }: Field): string | undefined {
  return material.kind === 'result' && key !== undefined ? material.texts.get(key)?.[0] : undefined
}

function patternOf(from: FieldSource): RegExp | undefined {
  return 'pattern' in from ? new RegExp(from.pattern, 'gu') : undefined
}
