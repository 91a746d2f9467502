import type { Issue, JsonObject, JsonValue } from '@skill-state/protocol'
import { isJsonObject, SkillStateError } from '@skill-state/protocol'
import type { Guard } from '../guard.ts'
import type { MergeOptions } from '../merge.ts'
import { type ComputedFields, type OpenField, openFields, withFields } from './_computed.ts'
import { listIssues } from './_issues.ts'
import { describeNode, nodeAt, sameNode } from './_node.ts'

/**
 * Fields that the runtime computes and the model only reads, such as
 * `computed({ '/count': count('/inventory'), '/whereIs': inverse('/inventory') })`. A patch that writes one is
 * refused. List this guard after those that rewrite patches, and pass the `depth` with which patches merge;
 * `shallow` has fields at the top level only, and throws `invalid-option` for others.
 *
 * Σ_0 must have the fields: see `withComputed`.
 */
export function computed(fields: ComputedFields, options: MergeOptions = {}): Guard {
  const open = openFields(fields)
  if (options.depth === 'shallow') for (const field of open) refuseNested(field)
  return {
    name: `computed(${open.map(({ pointer }) => pointer).join(', ')})`,
    rewrite(patch, before) {
      const issues = open.flatMap((field) => refuseWrite(field, patch))
      if (issues.length > 0) return { ok: false, issues: listIssues(issues) }
      return withFields(patch, before, open, options)
    },
    check: ({ after }) =>
      open.flatMap(({ pointer, path, compute }): readonly Issue[] => {
        const field = compute(after)
        if (!field.ok) return field.issues
        if (sameNode(nodeAt(after, path), field.value)) return []
        const message = `expected ${describeNode(field.value)}, which the runtime computes, found ${describeNode(nodeAt(after, path))}: the guards are in the wrong order or merge at another depth`
        return [{ path: pointer, message }]
      }),
  }
}

function refuseNested({ pointer, path }: OpenField): void {
  if (path.length === 1) return
  const message = `computed: expected a field at the top level, since patches merge shallowly, found "${pointer}"`
  throw new SkillStateError('invalid-option', message)
}

/** A patch may set what stands beside the field, not the field, nor anything above it as a whole. */
function refuseWrite({ pointer, path }: OpenField, patch: JsonObject): Issue[] {
  let written: JsonValue | undefined = patch
  for (const key of path) {
    if (!isJsonObject(written)) break
    if (!Object.hasOwn(written, key)) return []
    written = written[key]
  }
  const message = `expected nothing, since the runtime computes this field, found ${describeNode(written)}: leave it out of the patch`
  return [{ path: pointer, message }]
}
