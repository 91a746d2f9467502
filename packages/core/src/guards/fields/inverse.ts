import type { Issue, JsonValue } from '@skill-state/protocol'
import { listValues } from '../../json/excerpt.ts'
import { toPointer } from '../../state/change.ts'
import { setOwn } from '../../state/own.ts'
import type { ComputedField } from '../parts/computed.ts'
import { listIssues } from '../parts/issues.ts'
import { childrenOf, describeNode } from '../parts/node.ts'
import { type PointerPattern, placesIn, toPattern } from '../parts/pattern.ts'

/**
 * A map from value to key: where each thing is, for a map of what each place holds. Texts and numbers count as
 * values, and are the same if they read alike. A state in which one value has two keys is refused.
 */
export function inverse(place: PointerPattern): ComputedField {
  const { steps } = toPattern(place)
  return (state) => {
    const entries = new Map<string, Entry>()
    const issues: Issue[] = []
    for (const found of placesIn(state, steps)) {
      for (const [key, value] of childrenOf(found.value)) {
        if (typeof value !== 'string' && typeof value !== 'number') continue
        const path = toPointer([...found.path, key])
        const other = entries.get(String(value))
        if (other) issues.push({ path, message: refuseTwice(value, other) })
        else entries.set(String(value), { key, value, path })
      }
    }
    if (issues.length > 0) return { ok: false, issues: listIssues(issues) }
    const map: { [key: string]: JsonValue } = {}
    for (const [value, { key }] of entries) setOwn(map, value, key)
    return { ok: true, value: map }
  }
}

interface Entry {
  readonly key: string
  readonly value: string | number
  /** JSON Pointer into the state. */
  readonly path: string
}

function refuseTwice(value: string | number, other: Entry): string {
  const place = listValues([other.path])
  const found =
    value === other.value
      ? `${describeNode(value)} at ${place} too`
      : `${describeNode(value)} here and ${describeNode(other.value)} at ${place}, which are one key`
  return `expected each value once, found ${found}`
}
