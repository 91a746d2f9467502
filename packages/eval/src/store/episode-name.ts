import type { Episode } from '../episode/run-episode.ts'
import type { EpisodeName } from './store.ts'

/** The name under which an episode's trace is kept. */
export function episodeName({ benchmark, task, runtime, model }: Episode): EpisodeName {
  return { benchmark: benchmark.id, task: task.id, runtime: runtime.id, model: model.id }
}
