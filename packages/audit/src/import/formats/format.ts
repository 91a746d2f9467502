import type { JsonObject } from '@skill-state/protocol'
import type { Episode } from '../../episode.ts'

/** A format of recordings: how to recognise a record of it, and how to read the agent's view from it. */
export interface Format {
  readonly id: string
  readonly description: string
  recognises(record: JsonObject): boolean
  /** Throws `DamagedRecording` if the record breaks the format. */
  read(record: JsonObject): Episode
}

/** A record that cannot be read. The message says what is wrong in it. */
export class DamagedRecording extends Error {}
