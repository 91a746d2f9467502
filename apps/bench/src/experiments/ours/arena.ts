import { columns } from '@skill-state/report'
import {
  delayed,
  lookback as parcels,
  repository,
  retraction,
  stateRecall,
  warehouse2,
} from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { seriesOf } from '../runtimes.ts'

/** Today's context policies, each within the size of SKILL.state's own prompts if it has a budget. */
const policies: readonly string[] = [
  'memoryless',
  'prompt',
  'clear-tool-results:budget=match',
  'trim:budget=match',
  'trim:budget=match:follows=mastra',
  'trim:follows=ai-sdk',
  'summarise-at-threshold:budget=match:keep=4',
  'summarise-at-threshold:budget=match:follows=anthropic',
  'working-memory',
  'memory-tool',
  'state-rewrite',
  'skill-state-window',
  'skill-state',
]

/** "Versus compaction?": every policy in five worlds, at one budget. */
export const arena: Experiment = {
  id: 'arena',
  title: "Today's context policies at one budget",
  series: seriesOf([warehouse2, repository, stateRecall, delayed, retraction], policies, [100]),
  seeds: 10,
  columns,
  source:
    'Beyond the paper. Policies follow langchain 1.5.14, @langchain/core 1.4.0, ai 7.0.173, @mastra/core 1.71.0, @mastra/memory 1.31.0; see docs/arena.md.',
}

/** Why a state is too little, each a world of its own. */
const cases = ['late', 'trajectory', 'structure', 'drift', 'paraphrase', 'misread']

/** The floor, what keeps the words, a summary, and a state. */
const lookbackRuntimes: readonly string[] = [
  'memoryless',
  'prompt',
  'summarise-at-threshold:keep=4',
  'skill-state',
]

/** Where a state is too little, even with a reader that overlooks nothing. */
export const lookback: Experiment = {
  id: 'lookback',
  title: 'Where a state loses',
  series: cases.map((kind) => ({
    benchmark: parcels.with?.({ case: kind }) ?? parcels,
    runtimes: lookbackRuntimes,
    horizons: [60],
    options: { case: kind },
  })),
  seeds: 10,
  columns,
  source: 'Beyond the paper: its own limits, each as a world. Compare with the floor `memoryless`.',
}
