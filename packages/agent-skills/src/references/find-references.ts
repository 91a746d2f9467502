import type { SkillFile } from '../folder/open-folder.ts'
import type { Mentions } from '../mentions/find-mentions.ts'

/** A text of the skill that is shown only while it is pinned. */
export interface Reference {
  /** Path from the skill's folder, with forward slashes. */
  readonly name: string
  readonly text: string
  /** Whether a text of the skill names it: if there are many, these are listed one by one. Default false. */
  readonly named?: boolean | undefined
}

/** Every text of the folder but SKILL.md and what the state is made of: what a text names first, in its order, and licences last. */
export function findReferences(
  files: readonly SkillFile[],
  { named }: Mentions,
  apart: readonly string[],
): readonly Reference[] {
  const order = [...named]
  const place = (name: string): number =>
    named.has(name) ? order.indexOf(name) : order.length + (LICENCE.test(name) ? 1 : 0)
  const found = files.flatMap(({ name, text }) =>
    text === undefined || text === '' || name === 'SKILL.md' || apart.includes(name)
      ? []
      : [{ name, text, named: named.has(name) }],
  )
  return found.sort((a, b) => place(a.name) - place(b.name))
}

const LICENCE = /(^|\/)(licen[cs]e|copying|notice|third[-_]party)[^/]*$/i
