import { filePath } from '@skill-state/eval/command-line'
import { type Fields, field } from '@skill-state/eval/options'
import { replayRecordedRuns, verifyTauBench } from '@skill-state/tau-bench'
import { DOMAINS, dataFolder } from '../../experiments/official/tau-bench.ts'
import { print, textOf } from '../../print.ts'

interface TauBenchFlags {
  readonly data?: string
  readonly domain: (typeof DOMAINS)[number]
  readonly split?: string
}

const { oneOf, option, required, text } = field

export const verifyFields: Fields<TauBenchFlags> = {
  data: option(text, '<dir>', 'folder of the official data'),
  domain: required(oneOf(DOMAINS), '<name>', 'retail or airline'),
  split: option(text, '<name>', 'split of the records that do not name one'),
}

export const replayFields: Fields<TauBenchFlags> = {
  ...verifyFields,
  split: option(text, '<name>', 'of the tasks'),
}

/** `bench tau-bench verify`: records of the official environment against this one. */
export function verifyCommand(files: readonly string[], flags: TauBenchFlags): number {
  const source = { ...flags, data: dataFolder(flags.data), files: files.map(filePath) }
  const { lines, mismatches, unchecked } = verifyTauBench(source)
  print(textOf(lines))
  return mismatches === 0 && unchecked === 0 ? 0 : 1
}

/** `bench tau-bench replay`: recorded runs, executed and scored again. */
export function replayRunsCommand(file: string, flags: TauBenchFlags): number {
  const source = { ...flags, data: dataFolder(flags.data), file: filePath(file) }
  const { lines, agrees } = replayRecordedRuns(source)
  print(textOf(lines))
  return agrees ? 0 : 1
}
