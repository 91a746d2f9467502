import type { FieldSource } from '@skill-state/protocol/evidence'
import { isRare, type TrainingEpisode } from './training.ts'

/** Fewest episodes that must show a phrase before a pattern follows it. */
const FEWEST_EPISODES = 2
/** More recordings show ever more phrases; rare ones add little and cost time. */
const MOST_PHRASES = 12

/** An e-mail address, whatever its shape in the recordings. */
const EMAIL = '[A-Za-z0-9._+-]+@[A-Za-z0-9-]+(?:\\.[A-Za-z0-9-]+)+'

/** Patterns by which values can be taken from what users wrote, learned from the values that calls needed. */
export function userSources(episodes: readonly TrainingEpisode[]): readonly FieldSource[] {
  const said = episodes.flatMap((episode, number) => saidValues(episode).map((each) => ({ ...each, number })))
  const shared = prefixesOf(said.map(({ value }) => value))
  const groups = Map.groupBy(said, ({ value }) => shapeOf(value, shared))
  const common = [...groups].filter(([, values]) => !isRare(episodesOf(values), episodes.length))
  const patterns = common.flatMap(([shape, values]) => [
    ...patternsOf(shape, values),
    ...[...Map.groupBy(values, ({ value }) => exactShapeOf(value, shared))]
      .filter(([exact]) => exact !== shape)
      .flatMap(([exact, same]) => patternsOf(exact, same)),
  ])
  const email = said.some(({ value }) => new RegExp(`^${EMAIL}$`).test(value)) ? [EMAIL] : []
  return [...new Set([...patterns, ...email])].map((pattern) => ({ role: 'user', pattern }))
}

function episodesOf(values: readonly Seen[]): number {
  return new Set(values.map(({ number }) => number)).size
}

type Seen = Said & { readonly number: number }

/** A shape that shows that it is data is used alone; another one is found by the phrases that introduce it. */
function patternsOf(shape: string, values: readonly Seen[]): readonly string[] {
  const data = values.filter(({ value }) => /[0-9@#]/.test(value))
  if (data.length > 0) return [...new Set(data.map(({ value }) => standsAlone(shape, value)))]
  const phrases = frequent(
    values.flatMap((each) => phrasesBefore(each).map((phrase) => [phrase, each.number])),
  )
  // The phrase that introduces a value most often, then that or the next one, and so on.
  return phrases
    .slice(0, MOST_PHRASES)
    .map((_, at) => `\\b(?:${phrases.slice(0, at + 1).join('|')}) (${shape})`)
}

/** The texts seen in enough episodes, the most frequent first. */
function frequent(seen: readonly (readonly [text: string, episode: number])[]): readonly string[] {
  const episodes = [...Map.groupBy(seen, ([text]) => text)].map(
    ([text, all]) => [text, new Set(all.map(([, episode]) => episode)).size] as const,
  )
  return episodes
    .filter(([, count]) => count >= FEWEST_EPISODES)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([text]) => text)
}

interface Said {
  readonly text: string
  readonly at: number
  readonly value: string
}

/** Needed values where users wrote them first. Values that a call needed side by side are one, such as a full name. */
function saidValues({ view, sourced }: TrainingEpisode): readonly Said[] {
  const spans = new Map<string, Said>()
  for (const need of sourced) {
    const first = need.sources[0]
    if (first === undefined || view.messages[first]?.role !== 'user') continue
    const text = view.messages[first].content
    const together = sourced.filter(({ call }) => call === need.call).map(({ value }) => value)
    const at = text.indexOf(need.value)
    if (at === -1) continue
    let [from, to] = [at, at + need.value.length]
    for (const value of together) {
      if (text.startsWith(` ${value}`, to)) to += value.length + 1
      if (text.endsWith(`${value} `, from) || text.slice(0, from).endsWith(`${value} `))
        from -= value.length + 1
    }
    spans.set(`${first}:${from}:${to}`, { text, at: from, value: text.slice(from, to) })
  }
  return [...spans.values()]
}

/** Capitals before digits, such as those of a flight's number, that several distinct values share. */
function prefixesOf(values: readonly string[]): ReadonlySet<string> {
  const found = [...new Set(values)].flatMap((value) =>
    Array.from(value.matchAll(/(?<![A-Za-z0-9])([A-Z]+)[0-9]+(?![A-Za-z0-9])/g), ([, prefix = '']) => prefix),
  )
  return new Set(found.filter((prefix, at) => found.indexOf(prefix) !== at))
}

/** The shape of a value as a pattern: runs of letters and of digits; other characters stand for themselves. */
function shapeOf(value: string, shared: ReadonlySet<string>): string {
  return exactShapeOf(value, shared).replace(/\[0-9\]\{\d+\}/g, '[0-9]+')
}

/**
 * The same with as many digits as the value has. A code of capitals and digits is one run of either; its capitals stand for
 * themselves only before digits, and if other values share them.
 */
function exactShapeOf(value: string, shared: ReadonlySet<string>): string {
  return value.replace(
    /(?<![A-Za-z0-9])(?=[A-Z]*[0-9])(?=[0-9]*[A-Z])[A-Z0-9]{4,}(?![A-Za-z0-9])|[0-9]+|[A-Z][a-z]+(?: [A-Z][a-z]+)*|[a-z]+|[^A-Za-z0-9]/g,
    (run) => {
      const [, prefix, digits = ''] = /^([A-Z]+)([0-9]+)$/.exec(run) ?? []
      if (prefix !== undefined && shared.has(prefix)) return `${prefix}[0-9]{${digits.length}}`
      if (/[A-Z].*[0-9]|[0-9].*[A-Z]/.test(run)) return `[A-Z0-9]{${run.length}}`
      if (/[0-9]/.test(run)) return `[0-9]{${run.length}}`
      if (/^[A-Z]/.test(run)) return '[A-Z][a-z]+(?: [A-Z][a-z]+)*'
      if (/^[a-z]/.test(run)) return '[a-z]+'
      return run.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
    },
  )
}

/** A pattern that finds values of the same kind: other numbers after the same word, or the same shape. */
export function patternFor(value: string): string {
  const isNumbered = /^[A-Za-z]+[_-]?[0-9]+$/.test(value)
  return standsAlone(isNumbered ? value.replace(/[0-9]+$/, '[0-9]+') : shapeOf(value, new Set()), value)
}

function standsAlone(shape: string, value: string): string {
  const before = /^\w/.test(value) ? '(?<![A-Za-z0-9_#])' : ''
  const after = /\w$/.test(value) ? '(?![A-Za-z0-9_])' : ''
  return `${before}${shape}${after}`
}

/** The one or two words before a value, without names. */
function phrasesBefore({ text, at }: Said): readonly string[] {
  const words = /(?:\b([a-z']+|I'm|I) )?\b([a-z']+|I'm|[A-Z][a-z]*'s) $/.exec(text.slice(0, at))
  if (words === null) return []
  const [, first, second = ''] = words
  return first === undefined ? [second] : [second, `${first} ${second}`]
}
