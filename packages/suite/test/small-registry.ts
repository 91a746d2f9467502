import { promptLayout, runSkill } from '@skill-state/core'
import { faulty, reference } from '@skill-state/models'
import { o200k } from '@skill-state/models/o200k'
import {
  type Benchmark,
  defineRuntime,
  invalidOption,
  type Player,
  type RuntimeRecord,
  readRuntimeName,
} from '@skill-state/protocol'
import { columns } from '@skill-state/report'
import { benchmarks as benchmarkList, warehouse } from '@skill-state/skillexecbench'
import { z } from 'zod'
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
}

function playerOf({ player }: Benchmark): Player {
  if (player !== undefined) return player
  throw invalidOption('the benchmark has no player')
}

const rates = { overwrite: 0.2, schema: 0.06, syntax: 0.04, wrong: 0 }

type Options = { attempts: number; depth?: 'recursive' | 'shallow' | undefined }

function runtime(id: string): RuntimeRecord<Options> {
  return defineRuntime<Options>({
    id,
    description: 'Algorithm 1',
    options: z.strictObject({
      attempts: z.coerce.number().int().default(3),
      depth: z.enum(['recursive', 'shallow']).optional(),
    }),
    layout: promptLayout,
    run: (input, { attempts, depth }) => runSkill(input, { patch: { depth }, reply: { attempts } }),
  })
}

const models: Readonly<Record<string, ModelRecord>> = {
  reference: {
    id: 'reference',
    description: 'reads the prompt',
    create: (benchmark) => reference(playerOf(benchmark), [promptLayout]),
  },
  'faulty-reference': {
    id: 'faulty-reference',
    description: 'the reference with faults',
    create: (benchmark, task) =>
      faulty(reference(playerOf(benchmark), [promptLayout]), {
        seed: task.seed,
        layouts: [promptLayout],
        rates,
      }),
  },
}

/** The benchmarks of this repository, Algorithm 1 under two names, and two models, with one experiment. */
export const registry: Registry = {
  version: '0.0.0',
  tokenizer: o200k,
  benchmarks: Object.fromEntries(benchmarkList.map((each) => [each.id.replace(/@1$/, ''), each])),
  experiments: { scaling },
  families: {},
  collections: {},
  runtimes: { prompt: runtime('prompt'), 'skill-state': runtime('skill-state') },
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
  findSingleModel: async () => reference(playerOf(warehouse), [promptLayout]),
}
