import { columns } from '@skill-state/report'
import type { Experiment, Series } from '@skill-state/suite'
import { CARRIES, reader } from './carry.ts'
import { LAYOUTS } from './laid-out.ts'
import { rooms } from './rooms.ts'

/**
 * The same questions with six ways to carry the facts, and with a state in each layout, for models that a laptop runs: the
 * cheapest cell first.
 */
export const small: Experiment = {
  id: 'small',
  title: 'Small language models: who is in which room',
  series: [
    seriesOf(3, 5, CARRIES),
    seriesOf(6, 15, CARRIES),
    seriesOf(6, 50, CARRIES),
    seriesOf(12, 15, CARRIES),
    seriesOf(6, 15, LAYOUTS),
    seriesOf(12, 15, LAYOUTS),
  ],
  seeds: 10,
  columns,
  source: 'Beyond the paper. Toys: no figure here says anything of a larger model.',
}

function seriesOf(persons: number, horizon: number, carries: readonly string[]): Series {
  return {
    benchmark: rooms(persons),
    runtimes: carries.map((carry) => `${reader.id}:carry=${carry}`),
    horizons: [horizon],
    options: { persons },
  }
}
