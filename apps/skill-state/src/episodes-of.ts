import { type Episode, readRecordings } from '@skill-state/audit'
import { printable } from './printable.ts'
import { UsageError } from './usage-error.ts'

/** The episodes of recordings. Names what is wrong on the error stream, one line each; throws if there is none. */
export async function* episodesOf(files: readonly string[]): AsyncGenerator<Episode> {
  let episodes = 0
  for await (const recording of readRecordings(files)) {
    if (recording.kind === 'episode') {
      episodes++
      yield recording.episode
    } else {
      process.stderr.write(`skill-state: ${printable(`${recording.place}: ${recording.message}`, 300)}\n`)
    }
  }
  if (episodes === 0)
    throw new UsageError('no recording could be read; skill-state audit --help names the formats')
}
