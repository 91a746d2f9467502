import type { Issue, JsonValue } from '@skill-state/protocol'
import { setOwn } from '../../_own.ts'
import { toPointer } from '../../change.ts'
import { listIssues } from '../_issues.ts'
import { childrenOf, describeNode } from '../_node.ts'
import { type PointerPattern, placesIn, toPattern } from '../_pattern.ts'
import type { ComputedField } from './computed-field.ts'

/**
 * A map from value to key: where each thing is, for a map of what each place holds. Texts and numbers count as
 * values. A state in which one value has two keys is refused.
 */
export function inverse(place: PointerPattern): ComputedField {
  const { steps } = toPattern(place)
  return (state) => {
    const keys = new Map<string, string>()
    const issues: Issue[] = []
    for (const found of placesIn(state, steps)) {
      for (const [key, value] of childrenOf(found.value)) {
        if (typeof value !== 'string' && typeof value !== 'number') continue
        const other = keys.get(String(value))
        if (other === undefined) keys.set(String(value), key)
        else {
          const message = `expected each value once, found ${describeNode(value)} at ${describeNode(other)} too`
          issues.push({ path: toPointer([...found.path, key]), message })
        }
      }
    }
    if (issues.length > 0) return { ok: false, issues: listIssues(issues) }
    const map: { [key: string]: JsonValue } = {}
    for (const [value, key] of keys) setOwn(map, value, key)
    return { ok: true, value: map }
  }
}
