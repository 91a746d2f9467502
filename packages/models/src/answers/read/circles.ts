import type { Issue } from '@skill-state/protocol'
import { below, type Plain } from './plain.ts'

/** What a name stands for; undefined if that is not known yet. */
export type Resolve = (name: string) => Plain | undefined

/** The names that a schema leads to, by way of the schemas inside each, or of those that `inside` gives. */
export function namesFrom(
  plain: Plain,
  resolve: Resolve,
  inside: (plain: Plain) => readonly Plain[] = below,
): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (each: Plain): void => {
    if (each.kind !== 'reference') {
      inside(each).forEach(visit)
      return
    }
    const target = names.has(each.name) ? undefined : resolve(each.name)
    names.add(each.name)
    if (target) visit(target)
  }
  visit(plain)
  return names
}

/**
 * The definitions that lead back to themselves with no object or array between, or in every value: the one says
 * nothing, and of the other no value ends. A grammar of either would run on for ever.
 */
export function circles(definitions: ReadonlyMap<string, Plain>): readonly Issue[] {
  const ending = endingNames(definitions)
  const branchesOf = (plain: Plain): readonly Plain[] => (plain.kind === 'union' ? plain.branches : [])
  return [...definitions].flatMap(([name, plain]) => {
    const isCircle = namesFrom(plain, (each) => definitions.get(each), branchesOf).has(name)
    if (isCircle) return [{ path: plain.path, message: 'refers to itself without end' }]
    return ending.has(name)
      ? []
      : [{ path: plain.path, message: 'has itself in every value, so that none ends' }]
  })
}

/** The definitions that have a value: those that only need others of which that is known. */
function endingNames(definitions: ReadonlyMap<string, Plain>): ReadonlySet<string> {
  const ending = new Set<string>()
  for (let count = -1; count < ending.size; ) {
    count = ending.size
    for (const [name, plain] of definitions) if (ends(plain, ending)) ending.add(name)
  }
  return ending
}

function ends(plain: Plain, ending: ReadonlySet<string>): boolean {
  switch (plain.kind) {
    case 'nothing':
      return false
    case 'reference':
      return ending.has(plain.name)
    case 'union':
      return plain.branches.some((each) => ends(each, ending))
    case 'array':
      return below(plain)
        .slice(0, plain.bounds.minItems ?? 0)
        .every((each) => ends(each, ending))
    case 'object':
      return [...plain.required].every((key) => ends(plain.properties.get(key) ?? plain.others, ending))
    default:
      return true
  }
}
