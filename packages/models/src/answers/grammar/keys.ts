import type { GrammarRules } from './rules.ts'
import { literal, plainCharacter } from './text.ts'

interface Branch {
  readonly next: Map<string, Branch>
  isName: boolean
}

/** A key other than the names, spelled as `JSON.stringify` spells it. Undefined if a name needs an escape itself. */
export function otherKey(rules: GrammarRules, names: Iterable<string>, path: string): string | undefined {
  const root: Branch = { next: new Map(), isName: false }
  for (const name of names) {
    if (JSON.stringify(name) !== `"${name}"`) return undefined
    let branch = root
    for (const character of name) {
      const next = branch.next.get(character) ?? { next: new Map<string, Branch>(), isName: false }
      branch.next.set(character, next)
      branch = next
    }
    branch.isName = true
  }
  return `"\\"" ${notUnder(rules, root, path)} "\\""`
}

function notUnder(rules: GrammarRules, { next, isName }: Branch, path: string): string {
  const spelled = rules.shared('key-escape', () => '"\\\\" (["\\\\bfnrt] | "u00" [01] [0-9a-f])')
  const character = rules.shared('key-character', () => `${plainCharacter()} | ${spelled}`)
  if (next.size === 0) return isName ? `${character}+` : `${character}*`
  const further = [...next].map(([first, branch]) => {
    const rest = notUnder(rules, branch, path)
    return `${literal(first)} ${branch.next.size > 0 ? rules.add(`${path}-key`, rest) : rest}`
  })
  const other = `(${plainCharacter(next.keys())} | ${spelled}) ${character}*`
  const some = `(${[...further, other].join(' | ')})`
  return isName ? some : `${some}?`
}
