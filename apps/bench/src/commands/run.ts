import { join } from 'node:path'
import {
  checkRunFolder,
  openRunFolder,
  reportJson,
  reportMarkdown,
  runSuite,
  writeWhole,
} from '@skill-state/eval'
import { positiveInteger } from '../options.ts'
import { makePlan, type PlanOptions } from '../plan.ts'
import { createProgress } from '../progress.ts'
import { tokenizer } from '../registry.ts'
import { runReport } from '../run-report.ts'

/** Exit code of a program that SIGINT ended, as shells give it. */
const INTERRUPTED = 130

export interface RunCommandOptions extends PlanOptions {
  readonly out?: string
  readonly concurrency: string
  readonly dryRun?: boolean
}

/** `bench run`: plans, runs what is missing, reports. Gives the exit code. */
export async function runCommand(experiment: string, options: RunCommandOptions): Promise<number> {
  const plan = await makePlan(experiment, options)
  const concurrency = positiveInteger('--concurrency', options.concurrency)
  const out = options.out ?? join('runs', plan.experiment.id)
  if (options.dryRun) {
    checkRunFolder(out, plan.conditions)
    const lines = plan.episodes.map(
      ({ benchmark, task, runtime }) => `${benchmark.id} ${task.id} ${runtime.id}\n`,
    )
    process.stdout.write(
      `${lines.join('')}${lines.length} episodes with model ${plan.model.id}, into ${out}\n`,
    )
    return 0
  }

  const folder = openRunFolder(out, plan.conditions)
  const interrupt = new AbortController()
  process.once('SIGINT', () => interrupt.abort())
  let failed = 0
  const show = createProgress(plan.episodes.length, process.stderr)
  try {
    await runSuite(folder, plan.episodes, {
      concurrency,
      budget: plan.budget,
      tokenizer,
      signal: interrupt.signal,
      onEpisode: (event) => {
        if (event.end.status === 'failed') failed += 1
        show(event)
      },
    })
  } catch (error) {
    if (!interrupt.signal.aborted) throw error
    process.stderr.write('\nbench: interrupted; the same command goes on from here\n')
    return INTERRUPTED
  }
  const report = runReport(folder)
  writeWhole(join(out, 'report.json'), reportJson(report))
  process.stdout.write(`\n${reportMarkdown(report)}\nTraces and report.json: ${out}\n`)
  return failed > 0 ? 1 : 0
}
