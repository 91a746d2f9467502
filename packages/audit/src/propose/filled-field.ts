import type { JsonValue } from '@skill-state/protocol'
import { type Field, fill, groupsIn, type Material, merged, patternOf } from '@skill-state/protocol/evidence'

/** A field as rules fill it, message by message. */
export interface FilledField {
  take(material: Material): void
  /** Its value in the state, groups as one list or as slots; `undefined` if it is empty. */
  value(): JsonValue | undefined
  /** The texts in which a needed value can occur, slot names included. */
  texts(): readonly string[]
}

export function fillField(field: Field): FilledField {
  const pattern = patternOf(field.from)
  let held: JsonValue | undefined
  return {
    take(material) {
      held = fill(field, held, material, pattern)
    },
    value: () => (held === undefined ? undefined : merged(field, groupsIn(field, held))),
    texts: () => groupsIn(field, held).flatMap(textsOf),
  }
}

function textsOf(group: ReturnType<typeof groupsIn>[number]): readonly string[] {
  return 'length' in group
    ? (group as readonly string[])
    : Object.entries(group).flatMap(([slot, texts]) => [slot, ...texts])
}
