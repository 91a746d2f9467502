import { type RunFolder, readTraces, type Trace } from '@skill-state/eval'
import { invalidOption } from '@skill-state/protocol'

/** Who is asked: a model, by runtimes. */
export interface Decider {
  readonly model: { readonly id: string }
  readonly runtimes: Iterable<string>
}

/** Episodes that a decider has run itself. Throws `invalid-option` if there is none. */
export function wholeEpisodes(folder: RunFolder, decider: Decider): Iterable<Trace> {
  for (const _ of episodesOf(folder, decider)) return episodesOf(folder, decider)
  const runtimes = [...decider.runtimes].join(' or ')
  throw invalidOption(`--against: ${folder.path} has no episode of ${runtimes} by ${decider.model.id}`)
}

function* episodesOf(folder: RunFolder, { model, runtimes }: Decider): Generator<Trace> {
  const names = new Set(runtimes)
  for (const trace of readTraces(folder)) {
    const { episode } = trace
    if (episode.model === model.id && names.has(episode.runtime)) yield trace
  }
}
