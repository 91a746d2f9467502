import { isJsonObject, type JsonObject, type PromptView, type Turn } from '@skill-state/protocol'
import { isFromStart } from '../shared/from-start.ts'
import { readEvent } from './describe.ts'

/** What a prompt makes known: the tag of each guest's bag, oldest first. */
export type Tags = Map<string, string>

/** Reads the turns if they are all there are, else the state, else the summary and then the turns. */
export function knownTags(view: PromptView): Tags {
  if (view.state !== undefined && !isFromStart(view.history)) return tagsInState(view.state)
  const tags = tagsInWords(view.summary ?? '')
  replayTurns(view.history, tags)
  return tags
}

/** Learns each tag that a turn tells, and forgets the one that a turn was the last to need. */
export function replayTurns(turns: readonly Turn[], tags: Tags): void {
  for (const { observation } of turns) {
    const event = readEvent(observation)
    if (event?.kind === 'deposit') tags.set(event.guest, event.tag)
    if (event?.kind === 'return') tags.delete(event.guest)
  }
}

/** The tags as sentences, which `tagsInWords` reads again. */
export function tagSentences(tags: Tags): readonly string[] {
  return [...tags].map(([guest, tag]) => `${guest} has tag ${tag}.`)
}

export function tagsInWords(text: string): Tags {
  const tags: Tags = new Map()
  for (const [, guest, tag] of text.matchAll(/\b(guest_\d+) has tag (\d+)\./g)) {
    if (guest !== undefined && tag !== undefined) tags.set(guest, tag)
  }
  return tags
}

/** From the named field if the state has one, else from the notes. */
function tagsInState({ tags: named, notes }: JsonObject): Tags {
  if (!isJsonObject(named)) return tagsInWords(typeof notes === 'string' ? notes : '')
  const tags: Tags = new Map()
  for (const [guest, tag] of Object.entries(named)) if (typeof tag === 'string') tags.set(guest, tag)
  return tags
}
