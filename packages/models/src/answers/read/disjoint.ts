import { intersect, type Resolve } from './intersect.ts'
import type { Plain, PlainObject } from './plain.ts'

/** Whether no value passes two of the schemas. May miss that it is so. */
export function areDisjoint(schemas: readonly Plain[], resolve: Resolve): boolean {
  return schemas.every((left, index) =>
    schemas.slice(index + 1).every((right) => isNothing(left, right, resolve)),
  )
}

function isNothing(left: Plain, right: Plain, resolve: Resolve): boolean {
  if (left.kind === 'object' && right.kind === 'object') return differByKey(left, right, resolve)
  return intersect(left, right, resolve)?.kind === 'nothing'
}

/** Whether a key that both have tells them apart, so that the other keys need not be looked at. */
function differByKey(left: PlainObject, right: PlainObject, resolve: Resolve): boolean {
  if (left.pattern || right.pattern) return false
  const keys = new Set([...left.required, ...right.required])
  return [...keys].some((key) => {
    const [one, other] = [left.properties.get(key) ?? left.others, right.properties.get(key) ?? right.others]
    return isNothing(one, other, resolve)
  })
}
