import type { JsonObject } from '@skill-state/protocol'
import type { Episode } from '../../episode.ts'
import type { About, Conversation } from './parts/conversation.ts'

/** A format whose records hold a whole episode each. */
export interface Format {
  readonly id: string
  recognises(record: JsonObject): boolean
  /** Tells a conversation what the agent saw and wrote. Throws `DamagedRecording` if the record breaks the format. */
  read(record: JsonObject, conversation: Conversation): About
}

/** A format whose episodes are spread over many records of a file. */
export interface GatheredFormat {
  readonly id: string
  recognises(record: JsonObject): boolean
  gather(): Gatherer
}

/** Collects the records of a file; the episodes are known at its end. */
export interface Gatherer {
  add(record: JsonObject): void
  episodes(): readonly Episode[]
}
