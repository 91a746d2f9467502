import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkRunFolder, fileTraces, readRunFolder, type TraceStore } from '@skill-state/eval'
import { invalidOption } from '@skill-state/protocol'
import { addCharges, type Charge, NO_CHARGE, type Spending } from '@skill-state/protocol/meter'
import type { CollectedRun, Collection } from './experiment.ts'
import { planSuite, type SuiteRun } from './file/plan-suite.ts'
import { isSuiteFile, readSuite } from './file/read-suite.ts'
import { checkRootFolder } from './folders/root-folder.ts'
import { spentIn } from './plan/limits.ts'
import { planExperiment } from './plan/plan-experiment.ts'
import type { Plan } from './plan/plan-run.ts'
import { SPENDING_FILE } from './plan/run-meter.ts'
import type { Registry } from './registry.ts'
import { type Request, withoutModel } from './request.ts'

export interface Job {
  readonly plan: Plan
  readonly out: string
}

interface Root {
  readonly path: string
  readonly title: string
  readonly runs: readonly string[]
}

export interface Jobs {
  readonly jobs: readonly Job[]
  /** Absent if the command runs one experiment. */
  readonly root?: Root
  /** What a collection leaves out, and what it needs, one line each. */
  readonly leftOut?: readonly string[]
}

interface JobOptions {
  /** The folder of the run, or of the runs. Default: `runs/` and the name. */
  readonly out?: string | undefined
  /** What models beside the measured one, such as a simulated user, spend of. */
  readonly spending: Spending
  /** What is in the suite file, if it is at hand already. */
  readonly text?: string | undefined
}

/**
 * Plans what is named: an experiment, a collection of them, or a suite file, whose text may be at hand already. Throws
 * `SkillStateError`.
 */
export async function planJobs(
  registry: Registry,
  name: string,
  request: Request,
  { out, spending, text }: JobOptions,
): Promise<Jobs> {
  if (isSuiteFile(name)) {
    const read = readSuite(registry, name, text)
    const { name: own, title = own } = read.suite
    return jobsIn(out ?? join('runs', own), title, await planSuite(registry, read, request, spending))
  }
  const collection = Object.hasOwn(registry.collections, name) ? registry.collections[name] : undefined
  if (collection !== undefined) return await collectionJobs(registry, collection, request, { out, spending })
  const plan = await planExperiment(registry, name, request, spending)
  return { jobs: [{ plan, out: out ?? join('runs', plan.experiment.id) }] }
}

/** Runs, each in a folder of its own below a root. */
function jobsIn(path: string, title: string, runs: readonly SuiteRun[]): Jobs {
  return {
    root: { path, title, runs: runs.map(({ label }) => label) },
    jobs: runs.map(({ label, plan }) => ({ plan, out: join(path, label) })),
  }
}

async function collectionJobs(
  registry: Registry,
  { id, title, runs }: Collection,
  request: Request,
  { out, spending }: JobOptions,
): Promise<Jobs> {
  if (request.benchmark !== undefined) {
    throw invalidOption('--benchmark: name one experiment to run another benchmark in')
  }
  const known = runs.filter((run) => 'experiment' in run || isNamed(run.family, request))
  const planned = await Promise.all(
    known.map(async (run) => ({
      label: 'family' in run ? run.label : run.experiment,
      plan: await planCollected(registry, run, request, spending),
    })),
  )
  const leftOut = runs.flatMap((run) => (known.includes(run) || !('family' in run) ? [] : [leftOutLine(run)]))
  return { ...jobsIn(out ?? join('runs', id), title, planned), leftOut }
}

const isNamed = (family: string, { set = {} }: Request): boolean => set[family]?.data !== undefined

function leftOutLine({ family, label }: Extract<CollectedRun, { readonly family: string }>): string {
  return `left out: ${label}, which needs data: --set ${family}.data=DIR`
}

/** An experiment that has a model of its own, such as one that injects faults, keeps it. */
async function planCollected(
  registry: Registry,
  run: CollectedRun,
  request: Request,
  spending: Spending,
): Promise<Plan> {
  const { set = {} } = request
  const ofRuntimes = Object.entries(set).filter(([name]) => !Object.hasOwn(registry.families, name))
  if ('family' in run) {
    const { family, options } = run
    const own = { [family]: { ...set[family], ...options } }
    const asked = { ...request, set: { ...Object.fromEntries(ofRuntimes), ...own } }
    return await planExperiment(registry, family, asked, spending)
  }
  const asked = { ...request, set: Object.fromEntries(ofRuntimes) }
  const hasModel = registry.experiments[run.experiment]?.model !== undefined
  return await planExperiment(registry, run.experiment, hasModel ? withoutModel(asked) : asked, spending)
}

/** The ids of episodes that more than one job has: most suites have none, however many episodes they have. */
export function sharedIds(jobs: readonly Job[]): ReadonlySet<string> {
  const [shared, seen] = [new Set<string>(), new Set<string>()]
  if (jobs.length === 1) return shared
  for (const { id } of jobs.flatMap(({ plan }) => plan.episodes)) {
    if (id === undefined) continue
    if (seen.has(id)) shared.add(id)
    seen.add(id)
  }
  return shared
}

/** Says whether the folders may be written. Writes nothing; throws `invalid-run`. */
export function checkFolders({ root, jobs }: Jobs): void {
  if (root !== undefined) checkRootFolder(root.path, root.runs)
  for (const { plan, out } of jobs) checkRunFolder(out, plan.conditions)
}

/** The file of what the calls of a command used. */
export function spendingFile({ root, jobs: [first] }: Jobs): string {
  return join(root?.path ?? first?.out ?? '.', SPENDING_FILE)
}

export async function spentBefore(jobs: readonly Job[]): Promise<Charge> {
  const begun = jobs.filter(({ out }) => existsSync(join(out, 'run.json')))
  return await spentOn(begun.map(({ plan, out }) => ({ plan, store: fileTraces(readRunFolder(out)) })))
}

/** What the recorded calls have used. Without limits nothing is read. */
export async function spentOn(
  runs: readonly { readonly plan: Plan; readonly store: TraceStore }[],
): Promise<Charge> {
  let spent = NO_CHARGE
  for (const { plan, store } of runs) {
    if (Object.keys(plan.limits).length === 0) continue
    spent = addCharges(spent, await spentIn(store, plan.model))
  }
  return spent
}
