import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SkillFolder } from './_skill-folder.ts'

/** A text of the skill that is shown only while it is pinned. */
export interface Reference {
  /** Path from the skill's folder, with forward slashes. */
  readonly name: string
  readonly text: string
}

/** Most references of a skill. */
const MAX_REFERENCES = 100

/**
 * The texts in `references/`, and the Markdown files of the folder that the body links to. A link to a file that is
 * missing is noted.
 */
export function findReferences(
  folder: SkillFolder,
  body: string,
  note: (text: string) => void,
): readonly Reference[] {
  const linked = linksOf(body)
  for (const name of linked) {
    if (!folder.has(name)) note(`the instructions link to ${name}, which the folder does not have`)
  }
  const names = new Set([...listed(folder), ...linked.filter((name) => folder.has(name))])
  if (names.size > MAX_REFERENCES) {
    note(`of ${names.size} references only the first ${MAX_REFERENCES} can be pinned`)
  }
  return [...names]
    .sort()
    .slice(0, MAX_REFERENCES)
    .map((name) => ({ name, text: folder.read(name) }))
}

function listed(folder: SkillFolder): readonly string[] {
  try {
    return readdirSync(join(folder.path, 'references'))
      .filter((file) => /\.(md|txt)$/i.test(file))
      .map((file) => `references/${file}`)
      .filter((file) => folder.has(file))
  } catch {
    return [] // a skill needs no such folder
  }
}

/** Relative links to Markdown, as `[guide](references/guide.md#part)`. */
function linksOf(body: string): readonly string[] {
  const targets = [...body.matchAll(LINK)].map(([, target = '']) => target.replace(/#.*$/, ''))
  return targets
    .filter((target) => /\.md$/i.test(target) && !/^([a-z]+:|\/)/i.test(target))
    .map((target) => target.replace(/^(\.\/)+/, ''))
}

/** The target of a link, where it is short enough for a path: an endless one is not worth the search for its end. */
const LINK = /\]\([ \t]{0,4}<?([^)\s>]{1,300})/g
