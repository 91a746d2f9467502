import type { Issue, JsonObject, JsonValue } from '@skill-state/protocol'
import { isJsonObject } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import { type ComputedFields, type OpenField, openFields, withFields } from './parts/computed.ts'
import { listIssues } from './parts/issues.ts'
import { describeNode, nodeAt, sameNode } from './parts/node.ts'

/**
 * Fields that the runtime computes and the model only reads, such as
 * `computed({ '/count': count('/inventory'), '/whereIs': inverse('/inventory') })`. A patch that writes one is
 * refused. List this guard after those that rewrite patches. If patches merge shallowly, keep the fields at the
 * top level: one that stands in an object is deleted, and so refused, whenever the model writes that object.
 *
 * Σ_0 must have the fields: see `withComputed`.
 */
export function computed(fields: ComputedFields): Guard {
  const open = openFields(fields)
  return {
    name: `computed(${open.map(({ pointer }) => pointer).join(', ')})`,
    rewrite(patch, before) {
      const issues = open.flatMap((field) => refuseWrite(field, patch))
      if (issues.length > 0) return { ok: false, issues: listIssues(issues) }
      return withFields(patch, before, open)
    },
    check: ({ after }) =>
      open.flatMap(({ pointer, path, compute }): readonly Issue[] => {
        const field = compute(after)
        if (!field.ok) return field.issues
        if (sameNode(nodeAt(after, path), field.value)) return []
        const message = `expected ${describeNode(field.value)}, which the runtime computes, found ${describeNode(nodeAt(after, path))}: the guards are in the wrong order`
        return [{ path: pointer, message }]
      }),
  }
}

/** A patch may set values beside the field, not the field, nor anything above it as a whole. */
function refuseWrite({ pointer, path }: OpenField, patch: JsonObject): Issue[] {
  let written: JsonValue | undefined = patch
  for (const key of path) {
    if (!isJsonObject(written)) break
    if (!Object.hasOwn(written, key)) return []
    written = written[key]
  }
  const found = written === null ? 'its deletion' : describeNode(written)
  const message = `expected nothing, since the runtime computes this field, found ${found}: leave it out of the patch`
  return [{ path: pointer, message }]
}
