import type { Domain } from '../data/load-domain.ts'
import type { Database } from '../data/open-database.ts'
import type { TauTask } from '../data/tasks.ts'
import { copyDict, type PythonValue, type ReadonlyDict } from '../python/index.ts'
import { openEpisode, type Reply } from './episode.ts'

/** A recorded call of a tool, or what the agent said and what the user answered. */
export type RecordedMove =
  | { readonly name: string; readonly kwargs: ReadonlyDict }
  | { readonly content: PythonValue | undefined; readonly user: string }

export interface Played {
  /** As the agent left it at its first end: an evaluation puts another database in its place. */
  readonly database: Database
  readonly last: Reply | undefined
}

/** Executes recorded moves in one episode, on after an end. `onReply` gets each reply before the next move is read. */
export function playRecorded(
  domain: Domain,
  task: TauTask,
  moves: Iterable<RecordedMove>,
  onReply: (reply: Reply, index: number) => void = () => {},
): Played {
  const episode = openEpisode(domain, task)
  const { database } = episode
  let last: Reply | undefined
  let index = 0
  for (const move of moves) {
    last =
      'content' in move
        ? episode.respond(move.content, move.user)
        : episode.act(move.name, copyDict(move.kwargs)) // an episode keeps the arguments it is given
    onReply(last, index)
    index += 1
  }
  return { database, last }
}
