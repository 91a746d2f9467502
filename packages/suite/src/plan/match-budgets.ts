import { runEpisode } from '@skill-state/eval'
import { invalidOption, readRuntimeName, type Task, writeRuntimeName } from '@skill-state/protocol'
import type { Series } from '../experiment.ts'
import type { Registry } from '../registry.ts'

/** Whose prompts a matched budget is computed from. */
const MATCHED_TO = 'skill-state'

/**
 * Puts numbers in the place of `budget=match`: the mean size of the prompts that SKILL.state has in the same tasks, as the
 * reference reader plays them. A series is split by horizon if the number may differ. Throws `invalid-option`.
 */
export async function matchBudgets(
  registry: Registry,
  series: readonly Series[],
  seeds: readonly number[],
): Promise<readonly Series[]> {
  const matched: Series[] = []
  for (const each of series) {
    if (!each.runtimes.some(isMatched)) {
      matched.push(each)
      continue
    }
    const lengths = each.horizons.length === 0 ? [each.horizons] : each.horizons.map((horizon) => [horizon])
    for (const horizons of lengths) {
      const size = await meanPromptChars(registry, each, [...each.benchmark.tasks({ seeds, horizons })])
      matched.push({ ...each, horizons, runtimes: each.runtimes.map((name) => withBudget(name, size)) })
    }
  }
  return matched
}

/** Throws `invalid-option` for an unknown runtime or option. */
export function checkRuntime({ findRuntime }: Pick<Registry, 'findRuntime'>, name: string): void {
  findRuntime(withBudget(name, 1))
}

const isMatched = (name: string): boolean => readRuntimeName(name).options.budget === 'match'

function withBudget(name: string, size: number): string {
  if (!isMatched(name)) return name
  const { id, options } = readRuntimeName(name)
  const { budget: _, ...others } = options
  return writeRuntimeName({ id, options: { ...others, maxPromptChars: String(size) } })
}

async function meanPromptChars(
  { findModel, findRuntime, tokenizer }: Registry,
  { benchmark }: Series,
  tasks: readonly Task[],
): Promise<number> {
  if (benchmark.player === undefined) {
    const message = `budget=match: benchmark ${benchmark.id} has no player that shows how large the prompts of ${MATCHED_TO} are; set maxPromptChars`
    throw invalidOption(message)
  }
  const modelFor = await findModel('reference', {})
  const runtime = { id: MATCHED_TO, run: findRuntime(MATCHED_TO).run }
  const sizes: number[] = []
  for (const task of tasks) {
    const model = modelFor(benchmark, task, MATCHED_TO)
    await runEpisode(
      { benchmark, task, runtime, model },
      { tokenizer, record: (line) => void (line.kind === 'call' && sizes.push(line.promptChars)) },
    )
  }
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length)
}
