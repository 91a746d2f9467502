import type { Field } from '@skill-state/core/capture'
import type { AuditSettings } from '../audit-episode.ts'
import type { Episode } from '../episode.ts'
import { canonicalJson } from '../json/canonical.ts'
import { type Need, needsOf } from '../needs/needs.ts'
import { occursIn } from '../needs/occurrence.ts'
import { type View, viewOf } from '../needs/view.ts'
import { fillField } from './filled-field.ts'
import { materialIn, type PlacedMaterial } from './material.ts'

/** An episode as the miner reads it. */
export interface TrainingEpisode {
  readonly view: View
  readonly material: readonly PlacedMaterial[]
  /** The tools with a result in it. */
  readonly tools: ReadonlySet<string>
  /** The needs whose value a source gave, by call. */
  readonly sourced: readonly Need[]
  /** What fields did over it, by source and key: each is measured once, however often the episode is learned from. */
  readonly measured: Map<string, EpisodeEffect>
}

/** What one field does over one episode. */
interface EpisodeEffect {
  /** For each sourced need, in order, whether the field holds it. */
  readonly covers: Uint8Array
  /** For each call, in order, the characters of the field's value; 0 if it has none. */
  readonly sizes: Uint32Array
}

/** What one field does over all episodes. Fields are independent, so a state's figures follow from its fields'. */
export interface FieldEffect {
  readonly field: Field
  /** For each sourced need, in order, whether the field holds it: before the observation if it is carried, else after. */
  readonly covers: Uint8Array
  /** For each call, in order, the characters that the field adds to the state. */
  readonly chars: Uint32Array
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

/**
 * What a need counts that is not carried, beside one that is. Its value came just in time here; another agent may ask
 * for it a call later, so a rule that takes it generalises better than one that does not.
 */
const IN_TIME = 0.1

export function readEpisode(episode: Episode, settings: AuditSettings): TrainingEpisode {
  const view = viewOf(episode, settings.stateTools)
  const prompt = settings.prompt ?? episode.prompt ?? ''
  const needs = needsOf(view, { ...settings, prompt, pieces: true })
  const sourced = needs.filter((need) => need.class === 'sourced')
  const material = materialIn(view)
  const tools = new Set(material.flatMap((each) => (each.kind === 'result' ? [each.tool] : [])))
  return { view, material, tools, sourced, measured: new Map() }
}

export function trainOn(read: readonly TrainingEpisode[]): Training {
  const needs = read.flatMap(({ sourced }) => sourced)
  const known = new Map<string, FieldEffect>()
  return {
    episodes: read,
    weights: Float64Array.from(needs, (need) => (isCarried(need) ? 1 : IN_TIME)),
    effectOf: (field) => {
      const { name, from, key = null } = field
      const id = JSON.stringify([name, from, key])
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
  const needs = episodes.reduce((sum, { sourced }) => sum + sourced.length, 0)
  const calls = episodes.reduce((sum, { view }) => sum + view.calls.length, 0)
  const covers = new Uint8Array(needs)
  const chars = new Uint32Array(calls)
  const overhead = canonicalJson(field.name).length + ':,'.length
  let [atNeed, atCall] = [0, 0]
  for (const episode of episodes) {
    const effect = effectIn(episode, field)
    covers.set(effect?.covers ?? [], atNeed)
    effect?.sizes.forEach((size, at) => {
      chars[atCall + at] = size === 0 ? 0 : overhead + size
    })
    atNeed += episode.sourced.length
    atCall += episode.view.calls.length
  }
  const total = chars.reduce((sum, size) => sum + size, 0)
  return { field, covers, chars, meanChars: calls === 0 ? 0 : total / calls }
}

/** Undefined if the episode has no result of the field's tool. */
function effectIn(episode: TrainingEpisode, field: Field): EpisodeEffect | undefined {
  const { from, key = null } = field
  if ('tool' in from && !episode.tools.has(from.tool)) return undefined
  const id = JSON.stringify([from, key])
  const effect = episode.measured.get(id) ?? measureIn(episode, field)
  episode.measured.set(id, effect)
  return effect
}

function measureIn({ view, material, sourced }: TrainingEpisode, field: Field): EpisodeEffect {
  const covers = new Uint8Array(sourced.length)
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
      covers[need] = texts.some((text) => occursIn(wanted.value, text)) ? 1 : 0
    }
  })
  return { covers, sizes }
}
