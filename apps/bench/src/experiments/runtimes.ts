import type { Benchmark } from '@skill-state/protocol'
import type { Series } from '@skill-state/suite'

export function seriesOf(
  benchmarks: readonly Benchmark[],
  runtimes: readonly string[],
  horizons: readonly number[],
): readonly Series[] {
  return benchmarks.map((benchmark) => ({ benchmark, runtimes, horizons }))
}

/** The paper's four paradigms (§5.1). */
export const primary: readonly string[] = ['prompt', 'memory', 'stateful', 'skill-state']

/** The same above the floor, which every table of SkillExecBench has. */
export const aboveFloor: readonly string[] = ['memoryless', ...primary]

/** The controls that are pinned to the size of SKILL.state's prompt, between those two. */
export const budgetMatched: readonly string[] = [
  'memoryless',
  'prompt',
  'truncated',
  'summary-capped',
  'llmlingua',
  'skill-state',
]

/** One runtime for each way to carry facts, above the floor. */
export const carrying: readonly string[] = [
  'memoryless',
  'prompt',
  'memory',
  'stateful',
  'truncated',
  'summary-capped',
  'skill-state',
]
