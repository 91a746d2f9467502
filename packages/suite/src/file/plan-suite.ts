import { dashed } from '@skill-state/eval/command-line'
import { invalidOption, type JsonObject, known } from '@skill-state/protocol'
import type { Spending } from '@skill-state/protocol/meter'
import { otherModels } from '../plan/plan-experiment.ts'
import { type Draft, type Plan, planRun } from '../plan/plan-run.ts'
import { selectionOf } from '../plan/selection.ts'
import type { Registry } from '../registry.ts'
import { IN_THE_FILE, type ModelSettings, type Request } from '../request.ts'
import { type OpenedBenchmark, openBenchmark } from './_open-benchmark.ts'
import { at, beside, seedsOf } from './_place.ts'
import { presentSuite } from './present.ts'
import type { Suite } from './read-suite.ts'
import type { SuiteModel } from './schema.ts'

/** The run of one model of a suite. */
export interface SuiteRun {
  /** Name of its folder. */
  readonly label: string
  readonly plan: Plan
}

/** Plans a run for each model of the suite. Throws `invalid-option` that names the place in the file. */
export async function planSuite(
  registry: Registry,
  read: Suite,
  request: Request,
  spending: Spending,
): Promise<SuiteRun[]> {
  const foreign = IN_THE_FILE.find((name) => request[name] !== undefined)
  if (foreign !== undefined)
    throw invalidOption(`${dashed(foreign)}: ${read.file} says that; change it there`)
  const { suite } = read
  const findOther = otherModels(registry, spending, request)
  const opened: OpenedBenchmark[] = []
  for (const [index, entry] of suite.benchmarks.entries()) {
    const named = typeof entry === 'string' ? { name: entry } : entry
    const open = (): Promise<OpenedBenchmark> => openBenchmark(registry, read, named, index, findOther)
    opened.push(await at(read, ['benchmarks', index], open, read.keysAt(['benchmarks'])))
  }
  const experimentOptions: JsonObject = {
    suite: suite.name,
    ...known({ title: suite.title }),
    benchmarks: opened.map(({ recorded }) => recorded),
    ...known({ trials: suite.trials }),
  }
  const series = opened.map((each) => each.series)
  const seeds = seedsOf(suite)
  const draft: Omit<Draft, 'model' | 'modelSettings'> = {
    experiment: {
      ...presentSuite(registry, experimentOptions),
      series,
      seeds: seeds.length,
      options: experimentOptions,
    },
    series,
    seeds,
    episodeLimits: suite.budget ?? {},
    limits: request,
    selection: selectionOf(request),
  }
  const runs: SuiteRun[] = []
  for (const [index, entry] of suite.models.entries()) {
    const model = typeof entry === 'string' ? { model: entry } : entry
    const asked = { model: model.model, modelSettings: { ...request, ...settingsOf(read, model) } }
    const plan = await at(
      read,
      ['models', index],
      () => planRun(registry, { ...draft, ...asked }),
      read.keysAt(['models']),
    )
    runs.push({ label: model.label ?? folderName(model.model), plan })
  }
  requireApart(read, runs)
  return runs
}

function settingsOf(read: Suite, { model: _, label: __, info, ...settings }: SuiteModel): ModelSettings {
  return known({ ...settings, modelInfo: info === undefined ? undefined : beside(read, info) })
}

function folderName(model: string): string {
  return model.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '')
}

/** Two runs in one folder would be one, and two runs of equal episodes too. */
function requireApart({ locate }: Suite, runs: readonly SuiteRun[]): void {
  for (const [index, { label, plan }] of runs.entries()) {
    const earlier = runs.slice(0, index)
    if (earlier.some((other) => other.label === label)) {
      throw invalidOption(
        `${locate(['models', index])}: a model before it has the folder ${label} too; give it a label`,
      )
    }
    const id = plan.episodes[0]?.id
    if (earlier.some((other) => other.plan.episodes[0]?.id === id)) {
      throw invalidOption(
        `${locate(['models', index])}: a model before it is the same; say trials to repeat episodes`,
      )
    }
  }
}
