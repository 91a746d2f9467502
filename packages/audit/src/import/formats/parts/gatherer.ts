import type { JsonObject } from '@skill-state/protocol'
import type { Episode } from '../../../episode.ts'

/** Collects the records of a file; the episodes are known at its end. */
export interface Gatherer {
  add(record: JsonObject): void
  episodes(): readonly Episode[]
}

/** A format whose episodes are spread over many records of a file. */
export interface GatheredFormat {
  readonly id: string
  readonly description: string
  recognises(record: JsonObject): boolean
  gather(): Gatherer
}
