import { isDeepStrictEqual } from 'node:util'
import type { EpisodeLine, ReplayOptions, RunFolder, Trace } from '@skill-state/eval'
import { invalidOption, SkillStateError } from '@skill-state/protocol'
import { loadBenchmark } from '../benchmarks/load-benchmark.ts'
import { SUITE } from '../file/present.ts'
import type { Conditions } from '../plan/conditions.ts'
import { declaredActions } from '../plan/declared-actions.ts'
import { chooseSeries, listTasks, PLAIN, type PlannedTask, taskKey, variantsOf } from '../plan/series.ts'
import { find, type Registry } from '../registry.ts'

/** What an episode was played with. */
export interface Played extends Pick<ReplayOptions, 'skill' | 'environment'> {
  /** Absent if the run is read from its record alone. */
  readonly planned?: Pick<PlannedTask, 'benchmark' | 'task'>
}

/** What an episode was played with; undefined if the run has no such task. */
export type FindPlayed = (episode: EpisodeLine) => Promise<Played | undefined>

/** How to find what an episode of a run was played with. Throws `invalid-option` if the run's definition has changed. */
export function playedWith(
  registry: Registry,
  folder: RunFolder,
  conditions: Conditions,
): Promise<FindPlayed> {
  return [SUITE, ...Object.keys(registry.families)].includes(conditions.experiment)
    ? Promise.resolve(fromRecord(conditions))
    : fromDefinition(registry, folder, conditions)
}

/** The error of a trace whose task the run does not have. */
export function noTask({ file, episode }: Trace): SkillStateError {
  return new SkillStateError('invalid-run', `${file}: ${episode.task} is no task of this run`)
}

/** As the run's conditions have it: the data that a family was made of may be elsewhere. */
function fromRecord({ series }: Conditions): FindPlayed {
  const played = series.map(({ benchmark: { id, actionSchema, noop, ...skill }, variants }) => {
    const environment = { actionSchema, noop }
    return { id, variants, with: { skill: { name: id, ...skill }, environment } }
  })
  return async ({ benchmark, variant = PLAIN }) =>
    played.find(({ id, variants }) => id === benchmark && variants.includes(variant))?.with
}

/** As it is defined today. Throws `invalid-option` if the experiment no longer has one of the run's series. */
async function fromDefinition(
  registry: Registry,
  folder: RunFolder,
  { experiment, benchmark, series, seeds }: Conditions,
): Promise<FindPlayed> {
  const replaced = benchmark === undefined ? undefined : await loadBenchmark(registry, benchmark)
  const known = chooseSeries(find('experiment', registry.experiments, experiment), { benchmark: replaced })
  const recorded = series.map(({ benchmark: { id }, variants, horizons, runtimes: names }) => {
    const found = known.find(
      (each) =>
        each.benchmark.id === id &&
        isDeepStrictEqual(variantsOf(each.benchmark, { seeds, horizons }), variants),
    )
    if (found !== undefined) return { benchmark: found.benchmark, horizons, runtimes: names }
    throw invalidOption(
      `${folder.path}: the definition of experiment ${experiment} has changed since this run: it has no series of ${id} with the tasks ${variants.join(', ')}`,
    )
  })
  const tasks = new Map(
    listTasks(recorded, seeds).map((planned) => [taskKey(planned.benchmark.id, planned.task.id), planned]),
  )
  return async ({ benchmark: id, task: name }) => {
    const planned = tasks.get(taskKey(id, name))
    if (planned === undefined) return undefined
    const environment = await declaredActions(planned.benchmark, planned.task)
    return { skill: planned.benchmark.skill, environment, planned }
  }
}
