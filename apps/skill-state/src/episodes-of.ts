import { statSync } from 'node:fs'
import { type Episode, readRecordings } from '@skill-state/audit'
import { invalidOption } from '@skill-state/protocol'
import { brief } from './brief.ts'
import { journalEpisode } from './journal-episode.ts'

/** The episodes of recordings and of our own journals. Reports each recording that cannot be read in a line on standard error; throws if no recording can be read. */
export async function* episodesOf(files: readonly string[]): AsyncGenerator<Episode> {
  let episodes = 0
  const recordings: string[] = []
  for (const file of files) {
    const episode = statSync(file, { throwIfNoEntry: false })?.isFile() ? journalEpisode(file) : undefined
    if (episode === undefined) recordings.push(file)
    else {
      episodes++
      yield episode
    }
  }
  for await (const recording of recordings.length > 0 ? readRecordings(recordings) : []) {
    if (recording.kind === 'episode') {
      episodes++
      yield recording.episode
    } else {
      process.stderr.write(`skill-state: ${brief(`${recording.place}: ${recording.message}`, 300)}\n`)
    }
  }
  if (episodes === 0)
    throw invalidOption('no recording could be read; skill-state audit --help names the formats')
}
