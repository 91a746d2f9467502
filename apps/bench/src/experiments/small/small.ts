import { columns } from '@skill-state/report'
import type { Experiment, Series } from '@skill-state/suite'
import { CARRIES, reader } from './carry.ts'
import { rooms } from './rooms.ts'

/** The same questions with six ways to carry the facts, for models that a laptop runs: the cheapest cell first. */
export const small: Experiment = {
  id: 'small',
  title: 'Small language models: who is in which room',
  series: [seriesOf(3, 5), seriesOf(6, 15), seriesOf(6, 50), seriesOf(12, 15)],
  seeds: 10,
  columns,
  source: 'Beyond the paper. Toys: no figure here says anything of a larger model.',
  published: () => undefined,
}

function seriesOf(persons: number, horizon: number): Series {
  return {
    benchmark: rooms(persons),
    runtimes: CARRIES.map((carry) => `${reader.id}:carry=${carry}`),
    horizons: [horizon],
    options: { persons },
  }
}
