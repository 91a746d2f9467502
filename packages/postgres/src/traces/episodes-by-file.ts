import { basename } from 'node:path'
import { type Episode, episodeName } from '@skill-state/eval'
import { fileOf } from './postgres-traces.ts'

/** Finds an episode of a plan by the name of its trace. */
export type FindEpisode = (file: string) => Episode | undefined

/** The names of all traces would take as much memory as a large plan itself, so episodes are found by their tasks. */
export function episodesByFile(episodes: readonly Episode[]): FindEpisode {
  const byTask = Map.groupBy(episodes, ({ task }) => encodeURIComponent(task.id))
  return (file) => {
    const name = basename(file)
    // A trace is named TASK~RUNTIME~MODEL.jsonl, and each of the three may have a ~ too.
    for (let end = name.indexOf('~'); end >= 0; end = name.indexOf('~', end + 1)) {
      const found = byTask.get(name.slice(0, end))?.find((episode) => fileOf(episodeName(episode)) === file)
      if (found !== undefined) return found
    }
    return undefined
  }
}
