import {
  buildReport,
  computeFigures,
  type EpisodeFigures,
  type Report,
  type RunFolder,
  readTraces,
} from '@skill-state/eval'
import { SkillStateError } from '@skill-state/protocol'
import { readConditions } from './conditions.ts'
import { experiments, find } from './registry.ts'

/**
 * Computes the report of a run from its traces alone; a caller that has read them hands in their figures. Throws
 * `invalid-run` and `invalid-trace`.
 */
export function runReport(
  folder: RunFolder,
  episodes: readonly EpisodeFigures[] = readFigures(folder),
): Report {
  const conditions = readConditions(folder)
  const { model, episodes: planned } = conditions
  const experiment = find('experiment', experiments, conditions.experiment)
  const missing = planned - episodes.length
  if (missing < 0) {
    throw new SkillStateError(
      'invalid-run',
      `${folder.path} holds ${episodes.length} episodes where ${planned} were planned; remove those of other runs`,
    )
  }
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
