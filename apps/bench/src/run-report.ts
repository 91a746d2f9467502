import { buildReport, computeFigures, type Report, type RunFolder, readTraces } from '@skill-state/eval'
import { readConditions } from './conditions.ts'
import { experiments, find } from './registry.ts'

/** Computes the report of a run's folder from its traces alone. */
export function runReport(folder: RunFolder): Report {
  const conditions = readConditions(folder)
  const { model, episodes: planned } = conditions
  const experiment = find('experiment', experiments, conditions.experiment)
  const episodes = [...readTraces(folder)].map(computeFigures).filter((figures) => figures !== undefined)
  const missing = planned - episodes.length
  return buildReport(episodes, {
    title: experiment.title,
    notices: [
      ...(missing > 0 ? [`Incomplete: ${missing} of ${planned} episodes are missing.`] : []),
      `Model: ${model.id}. ${model.notice}`.trim(),
      experiment.source,
    ],
    columns: experiment.columns,
    runtimes: conditions.runtimes,
    published: experiment.published,
  })
}
