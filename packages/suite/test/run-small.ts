import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Meter } from '@skill-state/protocol/meter'
import { reportJson } from '@skill-state/report'
import { type Job, runJobs } from '../src/index.ts'
import { planExperiment } from '../src/plan/plan-experiment.ts'
import { runReport } from '../src/report/run-report.ts'
import type { Request } from '../src/request.ts'
import { registry } from './small-registry.ts'

export const emptyFolder = (): string => mkdtempSync(join(tmpdir(), 'skill-state-suite-'))

/** Plays the planned episodes; gives how each ended, as `0 42 played`: the job, the seed, and what happened. */
export async function play(jobs: readonly Job[]): Promise<readonly string[]> {
  const ends: string[] = []
  const never = new AbortController().signal
  const done = runJobs(jobs, {
    tokenizer: registry.tokenizer,
    report: async (folder) => {
      writeFileSync(join(folder.path, 'report.json'), reportJson(runReport(registry, folder)))
    },
    concurrency: 1,
    spending: new Meter(),
    retryErrors: false,
    stop: never,
    signal: never,
    onEvent: (job, event) => {
      if (event.kind === 'episode-ended') ends.push(`${job} ${event.episode.task.seed} ${event.how}`)
    },
    onLine: () => {},
    onOutage: () => {},
  })
  for await (const _ of done);
  return ends
}

/** Runs the experiment `scaling` with its report; gives the run's folder. */
export async function runSmall(request: Request): Promise<string> {
  const out = join(emptyFolder(), 'run')
  await play([{ plan: await planExperiment(registry, 'scaling', request), out }])
  return out
}
