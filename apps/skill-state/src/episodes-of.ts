import { readFileSync, statSync } from 'node:fs'
import { type AuditOptions, type Episode, readRecordings } from '@skill-state/audit'
import { policyOf } from '@skill-state/policies'
import { invalidOption } from '@skill-state/protocol'
import { brief, warn } from './brief.ts'
import { journalEpisode } from './journal-episode.ts'
import type { AuditFlags, RecordingFlags } from './run/recordings/recording-options.ts'

/**
 * The episodes of recordings and of our own journals. Reports what cannot be read in one line a file on standard error;
 * throws if no recording can be read.
 */
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
  let problem: { readonly file: string; readonly first: string; more: number } | undefined
  const report = (): void => {
    if (problem === undefined) return
    const more = problem.more === 0 ? '' : `; and ${problem.more} more in this file`
    warn(`${brief(problem.first, 300)}${more}`)
    problem = undefined
  }
  for await (const recording of recordings.length > 0 ? readRecordings(recordings) : []) {
    if (recording.kind === 'episode') {
      episodes++
      yield recording.episode
    } else if (problem?.file === recording.file) problem.more++
    else {
      report()
      problem = { file: recording.file, first: `${recording.place}: ${recording.message}`, more: 0 }
    }
  }
  report()
  if (episodes === 0)
    throw invalidOption('no recording could be read; skill-state audit --help names the formats')
}

/** How recordings are judged. Throws `invalid-option` for a file that cannot be read, and for an unknown policy. */
export function auditOptions(flags: RecordingFlags & Pick<AuditFlags, 'policy'>): AuditOptions {
  const { stateTools, writeTools, policy } = flags
  const prompt = flags.prompt === undefined ? undefined : readText('--prompt', flags.prompt)
  return { prompt, stateTools, writeTools, policies: policy?.map(policyOf) }
}

export function readText(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw invalidOption(`${option}: cannot read the file ${file}`)
  }
}
