import type { Episode } from '../episode.ts'
import { needsOf } from '../needs/needs.ts'
import { occursIn } from '../needs/occurrence.ts'
import { viewOf } from '../needs/view.ts'

/** Values that calls needed from before their newest observation, and those of them that a prompt still showed. */
export interface RetainedNeeds {
  readonly needed: number
  readonly retained: number
}

/**
 * Counts the needs of an episode, as an audit defines them, in the prompts that were sent: one text for each call. Values that
 * the instructions or the newest observation hold are left out, since any policy shows these.
 */
export function retainedNeeds(episode: Episode, prompts: readonly string[]): RetainedNeeds {
  const none: ReadonlySet<string> = new Set()
  const needs = needsOf(viewOf(episode, none), { stateTools: none, writeTools: none })
  const carried = needs.filter(({ call, class: kind, places }) => {
    const isKnown = kind === 'sourced' || kind === 'assistantOnly'
    return isKnown && !places.some((place) => place >= call.start)
  })
  const retained = carried.filter(({ call, value }) => occursIn(value, prompts[call.number] ?? ''))
  return { needed: carried.length, retained: retained.length }
}
