import type { Issue } from '@skill-state/protocol'
import type { Plain } from './_plain.ts'

/** Definitions that lead back to themselves with no object or array between: they say nothing, and no grammar ends. */
export function unguarded(definitions: ReadonlyMap<string, Plain>): readonly Issue[] {
  return [...definitions].flatMap(([name, plain]) => {
    const isCircle = directNames(plain, definitions, new Set()).has(name)
    return isCircle ? [{ path: plain.path, message: 'refers to itself without end' }] : []
  })
}

function directNames(
  plain: Plain,
  definitions: ReadonlyMap<string, Plain>,
  seen: Set<string>,
): ReadonlySet<string> {
  if (plain.kind === 'union') for (const each of plain.branches) directNames(each, definitions, seen)
  if (plain.kind !== 'reference' || seen.has(plain.name)) return seen
  seen.add(plain.name)
  const target = definitions.get(plain.name)
  return target ? directNames(target, definitions, seen) : seen
}
