import { NotRecorded } from '@skill-state/eval'

/** Raised if another claim holds an episode by now: what this worker has of it is not taken any more. */
export class EpisodeTaken extends NotRecorded {
  /** Names the run and the file of the episode. */
  constructor(place: string) {
    super(place, 'another worker holds the episode')
    this.name = 'EpisodeTaken'
  }
}
