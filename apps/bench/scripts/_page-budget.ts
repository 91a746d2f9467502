import { budget } from '../src/experiments/paper/budget.ts'
import { registry } from '../src/registry.ts'
import { mean, playTask } from '../test/play-task.ts'

/** Readers of different habits: what they read, what they write into their replies, whether names decide what they do not know. */
const READERS = [
  'reference',
  'reader:reads=observations',
  'adversary',
  'reader:notes=sentences',
  'reader:notes=dense',
] as const
/** The place of the reader that guesses. */
export const GUESSES = 2
const SEEDS = [42, 43, 44, 45, 46]

/** What each reader keeps in Experiment 5, by runtime: reader, mean score, mean characters of a prompt. */
export type BudgetTable = ReadonlyMap<string, readonly { readonly kept: number; readonly prompt: number }[]>

export async function budgetTable(): Promise<BudgetTable> {
  const table = new Map<string, { kept: number; prompt: number }[]>()
  for (const { benchmark, runtimes, horizons } of budget.series) {
    for (const runtime of runtimes) {
      const cells: { kept: number; prompt: number }[] = []
      for (const reader of READERS) {
        const modelFor = await registry.findModel(reader, {})
        const played = []
        for (const task of benchmark.tasks({ seeds: SEEDS, horizons }))
          played.push(await playTask(benchmark, task, runtime, modelFor(benchmark, task, runtime)))
        cells.push({
          kept: mean(played.map(({ kept }) => kept)),
          prompt: mean(played.map(({ prompt }) => prompt)),
        })
      }
      table.set(runtime, cells)
    }
  }
  return table
}

/** Mean recovery steps without a notice: the transcript's and SKILL.state's, by scenario. */
export async function silentRecovery(
  name: 'warehouse' | 'repository',
  scenarios: readonly string[],
): Promise<string> {
  const modelFor = await registry.findModel('reference', {})
  const lists: string[] = []
  for (const runtime of ['prompt', 'skill-state']) {
    const steps: number[] = []
    for (const scenario of scenarios) {
      const benchmark = registry.benchmarks[name]?.with?.({ scenario, silent: true })
      if (benchmark === undefined) throw new Error(`no benchmark ${name}`)
      const found: number[] = []
      for (const task of benchmark.tasks({ seeds: SEEDS, horizons: [50] })) {
        const { metrics } = await playTask(benchmark, task, runtime, modelFor(benchmark, task, runtime))
        found.push(metrics.recoverySteps ?? Number.NaN)
      }
      steps.push(mean(found))
    }
    lists.push(steps.map((each) => String(Number(each.toFixed(1)))).join(', '))
  }
  return lists.join(' / ')
}
