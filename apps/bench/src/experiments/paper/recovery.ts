import { column } from '@skill-state/report'
import { publishedIn } from '@skill-state/report/paper'
import { repositoryBenchmark, warehouseBenchmark } from '@skill-state/skillexecbench'
import type { Experiment } from '@skill-state/suite'
import { aboveFloor, seriesOf } from '../runtimes.ts'

const { score, recovered, recoveryTurns, recoverySteps, promptChars, totalTokens } = column

/** Experiment 3 of the paper (§5.4): the world changes outside the agent's actions. No runtime can pass D. */
export const recovery: Experiment = {
  id: 'recovery',
  title: 'Warehouse: recovery',
  series: seriesOf(
    (['A', 'B', 'C', 'D'] as const).map((scenario) => warehouseBenchmark({ scenario })),
    aboveFloor,
    [50],
  ),
  seeds: 5,
  columns: [score, recovered, recoveryTurns, recoverySteps, promptChars, totalTokens],
  source:
    'Columns headed "paper": SKILL.state, Experiment 3, Gemini-3-Flash, as published. It gives no horizon; ours is in column T.',
  published: publishedIn('tab:env1_exp3_recovery'),
}

/** The same in the software repository. No runtime can pass C. */
export const recoveryRepository: Experiment = {
  ...recovery,
  id: 'recovery-repository',
  title: 'Software repository: recovery',
  series: seriesOf(
    (['A', 'B', 'C'] as const).map((scenario) => repositoryBenchmark({ scenario })),
    aboveFloor,
    [50],
  ),
  published: publishedIn('tab:env2_exp3_recovery'),
}
