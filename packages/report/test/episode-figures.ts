import { computeFigures, type EpisodeFigures } from '@skill-state/eval'
import { buildReport, type ReportOptions } from '../src/build/build-report.ts'
import { column } from '../src/build/columns.ts'
import type { Report } from '../src/build/report.ts'

const plain = computeFigures({
  file: 'plain.jsonl',
  episode: {
    kind: 'episode',
    format: 1,
    benchmark: 'b@1',
    task: '',
    seed: 1,
    horizon: 10,
    runtime: 'prompt',
    model: 'm',
  },
  calls: [],
  attempts: [],
  steps: [],
  end: { kind: 'end', status: 'terminated', outcome: { reward: 1 } },
})

/** Figures of a plain episode, with what a test needs otherwise. */
export function figures(values: Partial<EpisodeFigures>): EpisodeFigures {
  if (plain === undefined) throw new Error('the episode has ended')
  return {
    ...plain,
    task: `s${values.seed ?? 1}`,
    steps: 10,
    calls: 10,
    meanPromptChars: 100,
    promptChars: 1000,
    totalTokens: 500,
    ...values,
  }
}

/** A report of scores, with the options that a test needs otherwise. */
export function reportOf(episodes: Iterable<EpisodeFigures>, options: Partial<ReportOptions> = {}): Report {
  return buildReport(episodes, {
    title: 'Test',
    notices: [],
    columns: [column.score],
    runtimes: [],
    ...options,
  })
}
