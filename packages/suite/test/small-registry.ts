import { promptLayouts, runtimes as runtimeList } from '@skill-state/baselines'
import { faulty, reference } from '@skill-state/models'
import { o200k } from '@skill-state/models/o200k'
import { type Benchmark, invalidOption, type Player, readRuntimeName } from '@skill-state/protocol'
import { columns } from '@skill-state/report'
import { benchmarks as benchmarkList, warehouse } from '@skill-state/skillexecbench'
import type { Experiment } from '../src/experiment.ts'
import { setTyped } from '../src/named-runtime.ts'
import { findRecord, type ModelRecord, type Registry } from '../src/registry.ts'

const scaling: Experiment = {
  id: 'scaling',
  title: 'Warehouse: long-horizon scaling',
  series: [{ benchmark: warehouse, runtimes: ['prompt', 'skill-state'], horizons: [10, 25] }],
  seeds: 2,
  columns,
  source: '',
  published: () => undefined,
}

function playerOf({ player }: Benchmark): Player {
  if (player !== undefined) return player
  throw invalidOption('the benchmark has no player')
}

const rates = { overwrite: 0.2, schema: 0.06, syntax: 0.04, wrong: 0 }

const models: Readonly<Record<string, ModelRecord>> = {
  reference: {
    id: 'reference',
    description: 'reads the prompt',
    create: (benchmark) => reference(playerOf(benchmark), promptLayouts),
  },
  'faulty-reference': {
    id: 'faulty-reference',
    description: 'the reference with faults',
    create: (benchmark, task) =>
      faulty(reference(playerOf(benchmark), promptLayouts), {
        seed: task.seed,
        layouts: promptLayouts,
        rates,
      }),
  },
}

/** The benchmarks, runtimes and two models of this repository, with one experiment. */
export const registry: Registry = {
  version: '0.0.0',
  tokenizer: o200k,
  benchmarks: Object.fromEntries(benchmarkList.map((each) => [each.id.replace(/@1$/, ''), each])),
  experiments: { scaling },
  families: {},
  collections: {},
  runtimes: Object.fromEntries(runtimeList.map((record) => [record.id, record])),
  models,
  findRuntime: (name) => {
    const named = readRuntimeName(name)
    return setTyped(findRecord('runtime', registry.runtimes, named.id), named)
  },
  findModel: async (name, { temperature }) => {
    if (temperature !== undefined) throw invalidOption(`--temperature: model ${name} takes no such option`)
    const { create } = findRecord('model', models, name)
    return (benchmark, task, runtime) => create(benchmark, task, runtime, {})
  },
  findSingleModel: async () => reference(playerOf(warehouse), promptLayouts),
}
