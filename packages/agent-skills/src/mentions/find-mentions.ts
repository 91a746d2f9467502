import { posix } from 'node:path'
import { splitFences } from './_fences.ts'

/** What the texts of a skill say of its files. */
export interface Mentions {
  readonly named: ReadonlySet<string>
  /** Paths that a text names and the folder does not have, each with the text that names it. */
  readonly missing: readonly { readonly name: string; readonly by: string }[]
}

interface Source {
  readonly name: string
  readonly text: string | undefined
}

/** Folders that the standard gives a meaning, so that a path in them is one of the skill's. */
const USUAL_FOLDERS = ['scripts', 'references', 'assets']

/** Names that mean a file of the user's project. */
const OF_PROJECTS = /^(README|CLAUDE|AGENTS|CHANGELOG|CONTRIBUTING|LICENSE|SKILL|GEMINI)\.md$/i

/** The files that links, names in backticks and prose speak of. Capitals make no difference. */
export function findMentions(files: readonly Source[]): Mentions {
  const names = new Map(files.map(({ name }) => [name.toLowerCase(), name]))
  const folders = new Set(files.flatMap(({ name }) => foldersOf(name.toLowerCase())))
  const byBase = Map.groupBy(names.keys(), (name) => posix.basename(name))
  const named = new Set<string>()
  const missing = new Map<string, string>()
  const first = (name: string): number => (name === 'SKILL.md' ? 0 : 1)
  for (const { name: by, text } of [...files].sort((a, b) => first(a.name) - first(b.name))) {
    if (text === undefined || !/\.md$/i.test(by)) continue
    const places = [...new Set([posix.dirname(by), '.'])]
    for (const { path, certain } of pathsOf(text)) {
      const small = path.toLowerCase()
      const tries = places.map((place) => posix.join(place.toLowerCase(), small))
      const direct = tries.find((each) => names.has(each) || folders.has(each.replace(/\/$/, '')))
      const found = direct ?? byBase.get(posix.basename(small))?.find((each) => each.endsWith(small))
      if (found !== undefined) named.add(names.get(found) ?? found)
      else if (certain === 'yes' || (certain === 'perhaps' && by === 'SKILL.md' && isOfSkill(small, folders)))
        missing.set(posix.normalize(path), by)
    }
  }
  return { named, missing: [...missing].map(([name, by]) => ({ name, by })) }
}

/** A path below a folder that the skill has or the standard names. */
function isOfSkill(path: string, folders: ReadonlySet<string>): boolean {
  const [first = '', ...rest] = path.replace(/^(\.\/)+/, '').split('/')
  return rest.length > 0 && (folders.has(first) || USUAL_FOLDERS.includes(first))
}

function foldersOf(name: string): readonly string[] {
  const parts = name.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

interface Path {
  readonly path: string
  /** Whether it means a file of the skill: `yes` for a link and for "see FORMS.md". */
  readonly certain: 'yes' | 'perhaps' | 'no'
}

function* pathsOf(text: string): Generator<Path> {
  const { prose } = splitFences(text)
  for (const [, target = ''] of prose.replaceAll(/`[^`\n]*`/g, '').matchAll(LINK)) {
    const path = target.replace(/[#?].*$/, '')
    if (path !== '' && !/^([a-z][\w+.-]*:|\/|#)/i.test(path) && !PLACEHOLDER.test(path))
      yield { path, certain: 'yes' }
  }
  for (const [, path = ''] of prose.matchAll(SEE)) {
    if (!OF_PROJECTS.test(path)) yield { path, certain: 'yes' }
  }
  for (const line of text.split('\n')) {
    const madeUp = MADE_UP.test(line)
    for (const [path] of line.matchAll(PATH)) yield { path, certain: madeUp ? 'no' : 'perhaps' }
  }
}

/** What introduces a file that a text makes up. */
const MADE_UP = /\bexamples?\**:|\b(e\.g\.|such as|would)\b/i
/** The target of a link, if it is short enough for a path: an endless one is not worth the search for its end. */
const LINK = /\]\([ \t]{0,4}<?([^)\s>]{1,300})/g
const PLACEHOLDER = /[<>{}*$[\]]/
/** "see FORMS.md", "read `REFERENCE.md`". */
const SEE = /\b(?:see|read|refer to|consult)[ \t]+(?:the[ \t]+)?[`*"]{0,3}([A-Z][A-Z0-9_-]{1,60}\.md)\b/gi
/** Words with a slash or an ending, which are no part of an address, of a longer path or of a placeholder. */
const PATH =
  /(?<![\w/.:@<{*$~-])(?:\.{1,2}\/)*[A-Za-z0-9_][\w-]{0,80}(?:[./][\w-]{1,80}){0,8}\.[A-Za-z][A-Za-z0-9]{0,7}(?![\w/<{*$(-])/g
