import { type Environment, type Observation, SkillStateError } from '@skill-state/protocol'
import { drawEvents, type Event } from './events.ts'
import { judge } from './judge.ts'
import { type Contents, describeEvent } from './words.ts'

/** All that changes in an episode: `reset` makes it anew. */
interface Episode {
  readonly events: readonly Event[]
  readonly contents: Contents
  step: number
  right: number
}

/**
 * A wall of parcel compartments for so many events. Each step answers one event, and the observation after it tells what
 * came of that and, but for the last, the next event. The reward is the share of events that were answered rightly.
 */
export function createEnvironment(horizon: number): Environment {
  let episode: Episode | undefined

  function started(): Episode {
    if (episode !== undefined) return episode
    throw new SkillStateError('environment-misuse', 'the episode has not begun; call reset first')
  }

  return {
    noop: 'Wait',

    async reset({ seed, signal }): Promise<Observation> {
      signal?.throwIfAborted()
      const events = drawEvents(seed, horizon)
      episode = { events, contents: new Map(), step: 0, right: 0 }
      return { text: nextEvent(episode) ?? '', done: false }
    },

    async step(action, options): Promise<Observation> {
      options?.signal?.throwIfAborted()
      const current = started()
      const event = current.events[current.step]
      if (event === undefined) {
        throw new SkillStateError('environment-misuse', 'the episode is over; call reset first')
      }
      const { right, refused, text } = judge(event, action, current.contents)
      current.step += 1
      if (right) current.right += 1
      const next = nextEvent(current)
      const answer = { text: next === undefined ? text : `${text}\n${next}`, done: next === undefined }
      return refused ? { ...answer, refused } : answer
    },

    expectedState() {
      return { compartments: Object.fromEntries(started().contents) }
    },

    async outcome() {
      const { events, step, right } = started()
      return { reward: right / events.length, metrics: { right, wrong: step - right } }
    },

    /** Holds nothing that needs freeing. */
    async close(): Promise<void> {},
  }
}

function nextEvent({ events, step }: Episode): string | undefined {
  const event = events[step]
  return event && describeEvent(event)
}
