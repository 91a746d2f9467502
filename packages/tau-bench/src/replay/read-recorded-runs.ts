import { SkillStateError } from '@skill-state/protocol'
import { isList, parsePythonJson } from '../python/index.ts'
import { atLine, atPlace, readRecordLines, readRecordText } from '../verify/read-lines.ts'
import { readOfficialRun } from './official-run.ts'
import type { RecordedRun } from './recorded-run.ts'
import { readTrajectory } from './trajectory-run.ts'

/**
 * Reads the recorded runs of a file, gzipped or not. Two formats, told apart by their first character:
 *
 * - what the official `run.py` writes: a JSON list of `{task_id, reward, info, traj, trial}`, where `traj` holds the
 *   messages of the tool-calling agent, or of the act and react agents, with the system prompt first;
 * - trajectories, JSON Lines of `{domain, task_id, trial, recorded_reward, first_user, steps}`; see `TrajectoryRecord`.
 *
 * Throws `invalid-data`, which names the file and the line or the place in the list.
 */
export function readRecordedRuns(file: string): readonly RecordedRun[] {
  if (readRecordText(file).trimStart().startsWith('[')) return readOfficialRuns(file)
  return Array.from(readRecordLines(file), ({ line, value }) =>
    atLine(file, line, () => readTrajectory(value)),
  )
}

function readOfficialRuns(file: string): readonly RecordedRun[] {
  const none = 'no recorded run of τ-bench'
  const runs = atPlace(`${file}, as a whole: ${none}`, () => parsePythonJson(readRecordText(file)))
  if (!isList(runs)) throw new SkillStateError('invalid-data', `${file} is no list of runs`)
  return runs.map((run, index) =>
    atPlace(`${file}, run ${index + 1} of the list: ${none}`, () => readOfficialRun(run)),
  )
}
