import type { Decision, JsonObject, Player, PromptView } from '@skill-state/protocol'
import { type FactKind, type Facts, inSentences, knownFacts, summariseFacts } from '../shared/facts.ts'
import { eventLines } from './events.ts'
import type { DelayedForm } from './skill.ts'

const tags: FactKind = {
  field: 'tags',
  words: 'has tag',
  told(observation) {
    const event = eventLines.readLast(observation)
    if (event === undefined || event.kind === 'errand') return undefined
    return [event.guest, event.kind === 'deposit' ? event.tag : undefined]
  },
  said(response) {
    const [, guest, tag] = /(guest_\d+) hands in a bag under tag (\d+)\./.exec(response) ?? []
    const [, returned] = /^Action: Return (guest_\d+) /m.exec(response) ?? []
    if (guest !== undefined) return [guest, tag]
    return returned === undefined ? undefined : [returned, undefined]
  },
}

/**
 * Plays the desk from the prompt alone: a tag that it does not tell is not known. With free notes it writes each tag as a
 * sentence and drops it once used; what exceeds the limit is lost, the oldest first.
 */
export function delayedPlayer(form: DelayedForm): Player {
  return {
    decide(view: PromptView): Decision {
      const event = eventLines.readLast(view.observation)
      const known = knownFacts(view, tags)
      switch (event?.kind) {
        case 'deposit':
          return accept(event.guest, event.tag, remember(form, known, event.guest, event.tag))
        case 'return':
          return giveBack(event.guest, known.get(event.guest), forget(form, known, event.guest))
        case 'errand':
          return bring(event.thing, event.room, { brought: broughtBefore(view) + 1 })
        case undefined:
          return wait('Nothing in the observation calls for an action.', {})
      }
    },
    summarise: (view) => summariseFacts(view, tags),
  }
}

function remember(form: DelayedForm, known: Facts, guest: string, tag: string): JsonObject {
  if (form.field === 'named') return { tags: { [guest]: tag } }
  return { notes: inSentences(new Map([...known, [guest, tag]]), tags, form.notesLimit) }
}

function forget(form: DelayedForm, known: Facts, guest: string): JsonObject {
  if (!known.has(guest)) return {}
  if (form.field === 'named') return { tags: { [guest]: null } }
  const others = [...known].filter(([name]) => name !== guest)
  return { notes: inSentences(new Map(others), tags, form.notesLimit) }
}

function broughtBefore({ state }: PromptView): number {
  return typeof state?.brought === 'number' ? state.brought : 0
}

function accept(guest: string, tag: string, patch: JsonObject): Decision {
  return {
    reasoning: `${guest} hands in a bag under tag ${tag}. I accept it and keep the tag for later.`,
    patch,
    action: `Accept ${guest}`,
  }
}

function giveBack(guest: string, tag: string | undefined, patch: JsonObject): Decision {
  if (tag === undefined) return wait(`${guest} comes for the bag, but I do not know its tag.`, patch)
  return {
    reasoning: `${guest} comes for the bag, which has tag ${tag}. I return it.`,
    patch,
    action: `Return ${guest} ${tag}`,
  }
}

function bring(thing: string, room: string, patch: JsonObject): Decision {
  return { reasoning: `${room} asks for ${thing}. I bring it.`, patch, action: `Bring ${thing} ${room}` }
}

function wait(reasoning: string, patch: JsonObject): Decision {
  return { reasoning, patch, action: 'Wait' }
}
