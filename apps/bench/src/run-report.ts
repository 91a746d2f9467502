import { buildReport, computeFigures, type Report, type RunFolder, readTraces } from '@skill-state/eval'
import { isJsonObject, type JsonObject, SkillStateError } from '@skill-state/protocol'
import { experiments, find } from './registry.ts'

/** Computes the report of a run's folder from its traces alone. */
export function runReport(folder: RunFolder): Report {
  const { experiment: id, model, episodes: planned } = folder.conditions
  const experiment = find('experiment', experiments, String(id))
  const episodes = [...readTraces(folder)].map(computeFigures).filter((figures) => figures !== undefined)
  const missing = Number(planned) - episodes.length
  const { id: modelId, notice } = part(model, 'model', folder)
  return buildReport(episodes, {
    title: experiment.title,
    notices: [
      ...(missing > 0 ? [`Incomplete: ${missing} of ${planned} episodes are missing.`] : []),
      `Model: ${modelId}. ${notice}`.trim(),
      experiment.source,
    ],
    columns: experiment.columns,
    runtimes: experiment.runtimes,
    published: experiment.published,
  })
}

/** A part of the conditions that must be an object. */
export function part(value: unknown, name: string, folder: RunFolder): JsonObject {
  if (isJsonObject(value)) return value
  throw foreign(name, folder)
}

/** A part of the conditions that must be a list of numbers. */
export function numbers(value: unknown, name: string, folder: RunFolder): number[] {
  if (Array.isArray(value) && value.every((each) => typeof each === 'number')) return value
  throw foreign(name, folder)
}

function foreign(name: string, { path }: RunFolder): SkillStateError {
  return new SkillStateError(
    'invalid-run',
    `${path}/run.json has no ${name}; it was not written by this program`,
  )
}
