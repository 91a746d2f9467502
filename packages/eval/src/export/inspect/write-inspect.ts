import { join } from 'node:path'
import { openWholeFile, type WholeFile } from '../../trace/files.ts'
import type { EpisodeLine } from '../../trace/trace.ts'
import type { Trace } from '../../trace/trace-file.ts'
import { episodeMs } from '../durations.ts'
import {
  type HeadOptions,
  type InspectHead,
  inspectHead,
  logFileName,
  problemOf,
  type Summary,
} from './head.ts'
import { inspectSample, type SampleOptions } from './sample.ts'
import { sumUsages, usageOf } from './usage.ts'

export interface InspectOptions extends Omit<HeadOptions, 'runtimeOptions'>, Pick<SampleOptions, 'limits'> {
  readonly runtimeOptions: (runtime: string) => HeadOptions['runtimeOptions']
  /** The prompts of a trace's calls, if they are to be written. */
  readonly promptsOf?: ((trace: Trace) => Promise<readonly string[]>) | undefined
}

/**
 * Writes one log of Inspect's for each benchmark, runtime and model, and gives their paths. Holds one trace at a time:
 * `readTraces`, which must give the same each time, is asked once for the figures and once for the samples. If it
 * or `promptsOf` throws, no log is left behind.
 */
export async function writeInspectLogs(
  directory: string,
  readTraces: () => Iterable<Trace>,
  options: InspectOptions,
): Promise<string[]> {
  const groups = Map.groupBy(Array.from(readTraces(), summaryOf), ({ episode }) => keyOf(episode))
  const logs = new Map<string, Log>()
  try {
    for (const [key, summaries] of groups) {
      const [first] = summaries
      if (first === undefined) continue
      const runtimeOptions = options.runtimeOptions(first.episode.runtime)
      const head = inspectHead(first.episode, summaries, { ...options, runtimeOptions })
      logs.set(key, openLog(directory, head, options))
    }
    for (const trace of readTraces()) await logs.get(keyOf(trace.episode))?.add(trace)
    for (const { file } of logs.values()) file.write('\n]}\n')
    return Array.from(logs.values(), ({ file }) => file.finish())
  } finally {
    for (const { file } of logs.values()) file[Symbol.dispose]()
  }
}

interface Log {
  readonly file: WholeFile
  add(trace: Trace): Promise<void>
}

/** A log whose head is written: `samples` is its last field. */
function openLog(directory: string, head: InspectHead, { promptsOf, limits, startMs }: InspectOptions): Log {
  const file = openWholeFile(join(directory, logFileName(head)))
  file.write(`${JSON.stringify(head).slice(0, -1)},"samples":[`)
  const tries = new Map<string, number>()
  let begun = startMs
  let separator = '\n'
  return {
    file,
    async add(trace) {
      const { end, episode } = trace
      if (end === undefined) return
      const id = problemOf(episode)
      const epoch = (tries.get(id) ?? 0) + 1
      tries.set(id, epoch)
      const prompts = await promptsOf?.(trace)
      const sample = inspectSample({ ...trace, end }, { id, epoch, startMs: begun, prompts, limits })
      file.write(`${separator}${JSON.stringify(sample)}`)
      separator = ',\n'
      begun += episodeMs(trace)
    },
  }
}

function keyOf({ benchmark, runtime, model }: EpisodeLine): string {
  return [benchmark, runtime, model].map(encodeURIComponent).join('~')
}

function summaryOf({ episode, calls, steps, end }: Trace): Summary {
  return { episode, end, usage: sumUsages(calls.map(usageOf)), durationMs: episodeMs({ calls, steps }) }
}
