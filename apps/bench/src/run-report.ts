import {
  buildReport,
  computeFigures,
  type EpisodeFigures,
  type Report,
  type RunFolder,
  readTraces,
} from '@skill-state/eval'
import { readConditions } from './conditions.ts'
import { experiments, find } from './registry.ts'

/** Computes the report of a run from its traces alone; a caller that has read them hands in their figures. */
export function runReport(
  folder: RunFolder,
  episodes: readonly EpisodeFigures[] = readFigures(folder),
): Report {
  const conditions = readConditions(folder)
  const { model, episodes: planned } = conditions
  const experiment = find('experiment', experiments, conditions.experiment)
  const missing = planned - episodes.length
  return buildReport(episodes, {
    title: experiment.title,
    modelNotice: `Model: ${model.id}. ${model.notice}`.trim(),
    notices: [
      ...(missing > 0 ? [`Incomplete: ${missing} of ${planned} episodes are missing.`] : []),
      experiment.source,
    ],
    columns: experiment.columns,
    runtimes: conditions.runtimes.map(({ id }) => id),
    published: experiment.published,
  })
}

function readFigures(folder: RunFolder): EpisodeFigures[] {
  return Array.from(readTraces(folder), computeFigures).filter((figures) => figures !== undefined)
}
