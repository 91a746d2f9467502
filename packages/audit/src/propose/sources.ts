import { type Field, type FieldSource, leavesOf, patternOf, textsIn } from '@skill-state/protocol/evidence'
import { occursIn } from '../needs/occurrence.ts'
import { isRare, type Training } from './training.ts'
import { userSources } from './user-patterns.ts'

/** The rules by which carried values could have been taken: paths of results, and patterns of user messages. */
export function sourcesOf({ episodes }: Training): readonly FieldSource[] {
  const found = Map.groupBy(
    episodes.flatMap(({ places }) => places),
    ({ tool, path }) => `${tool}:${path}`,
  )
  const ordered = [...found]
    .filter(([, { length }]) => !isRare(length, episodes.length))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [source]]) => source ?? [])
  return [...ordered, ...userSources(episodes)]
}

/**
 * The path that identifies a result, if there is one: a single text in it that its call asked for, such as the id of an
 * order in its details.
 */
export function keyOf(from: FieldSource, { episodes }: Training): string | undefined {
  if ('pattern' in from) return undefined
  const byEpisode = episodes.map((episode) => resultsOf(from.tool, episode))
  if (!tellsApart(byEpisode)) return undefined
  const results = byEpisode.flat()
  const paths = new Set(results.flatMap(({ texts }) => [...texts.keys()]))
  return [...paths]
    .filter((path) => path !== '$' && path !== from.path)
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .find((path) =>
      results.every(({ texts, given }) => {
        const [text, ...more] = texts.get(path) ?? []
        return text !== undefined && more.length === 0 && given.has(text)
      }),
    )
}

/** Fields with the last word of their path as the name, or the argument that most often needs their values. */
export function named(fields: readonly Field[], training: Training): readonly Field[] {
  const taken = new Map<string, number>()
  return fields.map((field) => {
    const word = wordFor(field.from) ?? argumentOf(field.from, training) ?? 'said'
    const base = shortOf(word)
    const times = (taken.get(base) ?? 0) + 1
    taken.set(base, times)
    return { ...field, name: times === 1 ? base : `${base}${times}` }
  })
}

/** About as long a name as a source will have. */
export function likelyName(source: FieldSource): string {
  return shortOf(wordFor(source) ?? 'said')
}

function wordFor(source: FieldSource): string | undefined {
  return 'tool' in source ? wordOf(source.path) : undefined
}

/** Its longest part, cut if it is long: a name is written with every state, and its description says the rest. */
function shortOf(word: string): string {
  const longest = word
    .replace(/_ids?$/, '')
    .split('_')
    .reduce((a, b) => (b.length > a.length ? b : a))
  const [, letters = '', digits = ''] = /^(.*?)([0-9]*)$/.exec(longest) ?? []
  return `${letters.length > 6 ? letters.slice(0, 4) : letters}${digits}`
}

/** The last word of a path that says something. */
function wordOf(path: string): string | undefined {
  const words = path.split(/[^A-Za-z0-9_-]+/).filter((word) => word.length > 2 && word !== 'key')
  return words.at(-1)
}

/** The argument that most often needs a value of a source. */
function argumentOf(source: FieldSource, { episodes }: Training): string | undefined {
  const counts = new Map<string, number>()
  const pattern = patternOf(source)
  for (const { view, sourced, material } of episodes) {
    const texts = [...new Set(material.flatMap((each) => textsIn(each, source, pattern)))]
    if (texts.length === 0) continue
    for (const { call, value } of sourced) {
      if (!texts.some((text) => occursIn(value, text))) continue
      for (const { arguments: given } of view.messages[call.index]?.calls ?? []) {
        for (const { path, text } of leavesOf(given)) {
          const word = wordOf(path)
          if (text === value && word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1)
        }
      }
    }
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0]
}

function resultsOf(tool: string, { material }: Training['episodes'][number]) {
  return material.flatMap((each) => (each.kind === 'result' && each.tool === tool ? [each] : []))
}

/** Whether some episodes hold results of a tool for different ids, so that a key tells them apart. */
function tellsApart(byEpisode: readonly ReturnType<typeof resultsOf>[]): boolean {
  const counts = byEpisode
    .map((results) => new Set(results.map(({ given }) => [...given].join('\n'))).size)
    .filter((count) => count > 0)
  return counts.filter((count) => count > 1).length >= counts.length / 5
}
