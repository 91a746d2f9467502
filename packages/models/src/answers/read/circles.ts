import type { Issue } from '@skill-state/protocol'
import type { Plain } from './plain.ts'

type Definitions = ReadonlyMap<string, Plain>

/**
 * The definitions that lead back to themselves with no object or array between, or in every value: the one says
 * nothing, and of the other no value ends. A grammar of either would run on for ever.
 */
export function circles(definitions: Definitions): readonly Issue[] {
  const ending = endingNames(definitions)
  return [...definitions].flatMap(([name, plain]) => {
    const isCircle = directNames(plain, definitions, new Set()).has(name)
    if (isCircle) return [{ path: plain.path, message: 'refers to itself without end' }]
    return ending.has(name)
      ? []
      : [{ path: plain.path, message: 'has itself in every value, so that none ends' }]
  })
}

function directNames(plain: Plain, definitions: Definitions, seen: Set<string>): ReadonlySet<string> {
  if (plain.kind === 'union') for (const each of plain.branches) directNames(each, definitions, seen)
  if (plain.kind !== 'reference' || seen.has(plain.name)) return seen
  seen.add(plain.name)
  const target = definitions.get(plain.name)
  return target ? directNames(target, definitions, seen) : seen
}

/** The definitions that have a value: those that only need others of which that is known. */
function endingNames(definitions: Definitions): ReadonlySet<string> {
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
      return [...plain.prefix, plain.items].slice(0, plain.minItems).every((each) => ends(each, ending))
    case 'object':
      return [...plain.required].every((key) => ends(plain.properties.get(key) ?? plain.others, ending))
    default:
      return true
  }
}
