import { below } from './_intersect.ts'
import type { Plain, PlainDocument } from './_plain.ts'

/** The definitions that lead back to themselves. */
export function recursiveNames({ definitions }: PlainDocument): readonly string[] {
  const names = new Map([...definitions].map(([name, plain]) => [name, namesIn(plain)]))
  return [...definitions.keys()].filter((name) => reach(name, names).has(name))
}

function namesIn(plain: Plain): readonly string[] {
  return plain.kind === 'reference' ? [plain.name] : below(plain).flatMap(namesIn)
}

function reach(from: string, names: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const seen = new Set<string>()
  const work = [...(names.get(from) ?? [])]
  for (const name of work) {
    if (seen.has(name)) continue
    seen.add(name)
    work.push(...(names.get(name) ?? []))
  }
  return seen
}
