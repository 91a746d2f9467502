import type { Field } from '@skill-state/protocol/evidence'
import type { AuditSettings } from '../audit-episode.ts'
import type { Episode } from '../episode.ts'
import { canonicalJson } from '../json/canonical.ts'
import { Tally } from '../measure/distribution.ts'
import { materialIn, type PlacedMaterial } from '../needs/material.ts'
import { type Need, needsOf } from '../needs/needs.ts'
import { occursIn } from '../needs/occurrence.ts'
import { nameOf, placeOf } from '../needs/provenance.ts'
import { type View, viewOf } from '../needs/view.ts'
import { fillField } from './filled-field.ts'

/** A path in the results of a tool. */
interface ToolSource {
  readonly tool: string
  readonly path: string
}

/** An episode as the miner reads it. */
export interface TrainingEpisode {
  readonly view: View
  readonly material: readonly PlacedMaterial[]
  /** The tools with a result in it. */
  readonly tools: ReadonlySet<string>
  /** The needs whose value a source gave, by call. */
  readonly sourced: readonly Need[]
  /** Where in results the carried values came from. */
  readonly places: readonly ToolSource[]
  /** What fields did over it, by source and key: each is measured once, however often the episode is learned from. */
  readonly measured: Map<string, EpisodeEffect>
}

/** What one field does over one episode. */
interface EpisodeEffect {
  /** The sourced needs that it holds, by their index: before the observation if they are carried, else after. */
  readonly holds: readonly number[]
  /** For each call, in order, the characters of the field's value; 0 if it has none. */
  readonly sizes: Uint32Array
}

/** What one field does over all episodes. Fields are independent, so a state's figures follow from its fields'. */
export interface FieldEffect {
  readonly field: Field
  /** The sourced needs of all episodes that the field holds, by their index. */
  readonly holds: readonly number[]
  readonly meanChars: number
}

/** The episodes that rules are learned from. */
export interface Training {
  readonly episodes: readonly TrainingEpisode[]
  /** What each sourced need counts, in order. */
  readonly weights: Float64Array
  /** Measures a field; the same field is measured once. */
  readonly effectOf: (field: Field) => FieldEffect
}

/** Whether so few of all recordings needed a source that it is theirs alone. */
export function isRare(recordings: number, all: number): boolean {
  return recordings * 100 <= all
}

/**
 * What a need counts that is not carried, beside one that is. Its value came just in time here; another agent may ask
 * for it a call later, so a rule that takes it generalises better than one that does not.
 */
const IN_TIME = 0.1

export function readEpisode(episode: Episode, settings: AuditSettings): TrainingEpisode {
  const view = viewOf(episode, settings.stateTools, settings.prompt)
  const needs = needsOf(view, { ...settings, pieces: true })
  const sourced = needs.filter((need) => need.class === 'sourced')
  const material = materialIn(view)
  const tools = new Set(material.flatMap((each) => (each.kind === 'result' ? [each.tool] : [])))
  return { view, material, tools, sourced, places: placesIn(view, sourced), measured: new Map() }
}

/** Every path of a result by which a carried value could have been taken. */
function placesIn(view: View, sourced: readonly Need[]): readonly ToolSource[] {
  const found = sourced.filter(isCarried).flatMap(({ value, sources }) =>
    [...sources].flatMap((at) => {
      const { tool, paths, keys = [], within = [] } = placeOf(view, at, value)
      const known = paths === undefined ? ['$'] : [...paths, ...keys, ...within]
      return tool === undefined ? [] : known.map((path) => ({ tool, path }))
    }),
  )
  return [...new Map(found.map((each) => [`${each.tool}:${each.path}`, each])).values()]
}

export function trainOn(read: readonly TrainingEpisode[]): Training {
  const needs = read.flatMap(({ sourced }) => sourced)
  const known = new Map<string, FieldEffect>()
  return {
    episodes: read,
    weights: Float64Array.from(needs, (need) => (isCarried(need) ? 1 : IN_TIME)),
    effectOf: (field) => {
      const id = JSON.stringify(field)
      const effect = known.get(id) ?? measure(field, read)
      known.set(id, effect)
      return effect
    },
  }
}

/** Whether a state must carry a need: its value came before the observation of the call, and not in it. */
export function isCarried({ sources, call }: Need): boolean {
  return (sources.at(-1) ?? Infinity) < call.start
}

function measure(field: Field, episodes: readonly TrainingEpisode[]): FieldEffect {
  const overhead = overheadOf(field)
  const id = idOf(field)
  const holds: number[] = []
  let [needs, calls, chars] = [0, 0, 0]
  for (const episode of episodes) {
    const effect = effectIn(episode, field, id)
    for (const need of effect?.holds ?? []) holds.push(needs + need)
    for (const size of effect?.sizes ?? []) chars += size === 0 ? 0 : overhead + size
    needs += episode.sourced.length
    calls += episode.view.calls.length
  }
  return { field, holds, meanChars: calls === 0 ? 0 : chars / calls }
}

/** Characters of a field in a state beside its value. */
function overheadOf({ name }: Field): number {
  return canonicalJson(name).length + ':,'.length
}

/** What a field is but for its name. */
function idOf({ name: _, ...rule }: Field): string {
  return JSON.stringify(rule)
}

/** Characters of the state at each call of an episode: a brace at each end, and no comma after the last field. */
function stateSizes(episode: TrainingEpisode, fields: readonly Field[]): readonly number[] {
  const effects = fields.flatMap((field) => {
    const effect = effectIn(episode, field, idOf(field))
    return effect === undefined ? [] : [{ sizes: effect.sizes, overhead: overheadOf(field) }]
  })
  return episode.view.calls.map((_, call) => {
    const sum = effects.reduce((total, { sizes, overhead }) => {
      const size = sizes[call] ?? 0
      return total + (size === 0 ? 0 : overhead + size)
    }, 1)
    return Math.max(2, sum)
  })
}

/** A carried need that no field holds. */
interface Missed {
  readonly view: View
  readonly need: Need
}

/** What a state of fields carries, and its characters at each call. */
export function coverageOf(
  fields: readonly Field[],
  { effectOf, episodes }: Training,
): {
  readonly carried: number
  readonly covered: number
  readonly missed: readonly Missed[]
  readonly chars: Tally
} {
  const held = new Set(fields.flatMap((field) => effectOf(field).holds))
  const needs = episodes.flatMap(({ view, sourced }) => sourced.map((need) => ({ view, need })))
  const missed = needs.filter(({ need }, at) => isCarried(need) && !held.has(at))
  const carried = needs.filter(({ need }) => isCarried(need)).length
  const chars = new Tally()
  for (const episode of episodes) for (const size of stateSizes(episode, fields)) chars.add(size)
  return { carried, covered: carried - missed.length, missed, chars }
}

/** Needs by the name of their first source. */
export function missedByName(missed: readonly Missed[]): ReadonlyMap<string, readonly Missed[]> {
  return Map.groupBy(missed, ({ view, need }) => nameOf(view, need.value) ?? 'user')
}

/** Undefined if the episode has no result of the field's tool. */
function effectIn(episode: TrainingEpisode, field: Field, id: string): EpisodeEffect | undefined {
  if ('tool' in field.from && !episode.tools.has(field.from.tool)) return undefined
  const effect = episode.measured.get(id) ?? measureIn(episode, field)
  episode.measured.set(id, effect)
  return effect
}

function measureIn({ view, material, sourced }: TrainingEpisode, field: Field): EpisodeEffect {
  const holds: number[] = []
  const sizes = new Uint32Array(view.calls.length)
  const filled = fillField(field)
  let [next, need] = [0, 0]
  const takeUntil = (index: number): void => {
    for (; (material[next]?.index ?? Infinity) < index; next++) filled.take(material[next] as PlacedMaterial)
  }
  view.calls.forEach((call, at) => {
    takeUntil(call.start)
    const value = filled.value()
    sizes[at] = value === undefined ? 0 : canonicalJson(value).length
    if (sourced[need]?.call !== call) return
    const before = filled.texts()
    takeUntil(call.index)
    const after = filled.texts()
    for (; sourced[need]?.call === call; need++) {
      const wanted = sourced[need] as Need
      const texts = isCarried(wanted) ? before : after
      if (texts.some((text) => occursIn(wanted.value, text))) holds.push(need)
    }
  })
  return { holds, sizes }
}
