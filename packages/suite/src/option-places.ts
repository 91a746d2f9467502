import { FAMILY_FLAGS, type FamilyFlags } from './experiment.ts'
import type { PlanOptions } from './plan/plan-experiment.ts'

type Option = keyof PlanOptions

/**
 * Who besides the command line knows of an option. `suite`: it says what is run, so a suite file says it itself. `run`:
 * it is typed beside a suite file too, and workers plan by it. `machine`: it names a folder, which other machines do not
 * have. `command`: it means nothing to workers. Where an experiment family takes it, it is one of `FAMILY_FLAGS`.
 */
const PLACES = {
  model: 'suite',
  benchmark: 'suite',
  runtime: 'suite',
  horizon: 'suite',
  seeds: 'suite',
  maxSteps: 'suite',
  maxEpisodeTokens: 'suite',
  temperature: 'suite',
  maxOutputTokens: 'suite',
  reasoningEffort: 'suite',
  baseUrl: 'suite',
  modelInfo: 'suite',
  tokensPerMinute: 'run',
  only: 'run',
  task: 'run',
  limit: 'run',
  shuffle: 'run',
  maxTokens: 'run',
  maxCost: 'run',
  record: 'machine',
  cache: 'machine',
  dryRun: 'command',
} as const satisfies Readonly<
  Record<Exclude<Option, keyof FamilyFlags>, 'suite' | 'run' | 'machine' | 'command'>
>

type Placed = keyof typeof PLACES

function placedIn(place: (typeof PLACES)[Placed]): readonly Placed[] {
  return (Object.keys(PLACES) as Placed[]).filter((option) => PLACES[option] === place)
}

/** What a suite file says itself, so that the command line may not. */
export const IN_THE_FILE: readonly Option[] = [...placedIn('suite'), ...FAMILY_FLAGS]

/** What workers plan by. */
export const PLANNING: readonly Option[] = [...IN_THE_FILE, ...placedIn('run')]

/** Folders of one machine. */
export const OF_ONE_MACHINE: readonly Option[] = placedIn('machine')
