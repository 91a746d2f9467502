import { readFileSync } from 'node:fs'
import {
  asState,
  asStateLines,
  type Episode,
  playAsState,
  readRecordings,
  stateCallLines,
} from '@skill-state/audit'
import { filePath } from '@skill-state/eval/command-line'
import { type Fields, field } from '@skill-state/eval/options'
import { o200k } from '@skill-state/models/o200k'
import { invalidOption, type JsonValue } from '@skill-state/protocol'
import { parseFields } from '@skill-state/protocol/evidence'
import { replayResults, verifyTau3Bench } from '@skill-state/tau-bench/tau3'
import { DOMAINS, tau3Data, tau3DomainName } from '../../experiments/official/tau3-bench.ts'
import { print, textOf } from '../../print.ts'

interface Tau3BenchFlags {
  readonly data?: string
  readonly domain: (typeof DOMAINS)[number]
}

interface ReplayTau3Flags extends Tau3BenchFlags {
  readonly fields?: string
  readonly prompt?: string
  readonly stateTools?: readonly string[]
  readonly task?: string
}

const { entry, listOf, oneOf, option, required, text } = field

export const tau3Fields: Fields<Tau3BenchFlags> = {
  data: option(text, '<dir>', 'folder of the official data'),
  domain: required(oneOf(DOMAINS), '<name>', 'banking, airline or retail'),
}

export const replayTau3Fields: Fields<ReplayTau3Flags> = {
  ...tau3Fields,
  fields: option(text, '<file>', 'also replay them on SKILL.state with these rules of skill-state propose'),
  prompt: option(text, '<file>', 'the system prompt of the recordings, with --fields'),
  stateTools: option(listOf(entry), '<names>', 'tools with which the model wrote notes, with --fields'),
  task: option(text, '<id>', 'list the calls of one task, with --fields'),
}

/** `bench tau3-bench verify`: records of the official environment against this one. */
export function verifyTau3Command(files: readonly string[], flags: Tau3BenchFlags): number {
  const { lines, mismatches, unchecked } = verifyTau3Bench({ ...sourceOf(flags), files: files.map(filePath) })
  print(textOf(lines))
  return mismatches === 0 && unchecked === 0 ? 0 : 1
}

/**
 * `bench tau3-bench replay`: recorded simulations of the official runner, executed and scored again; with rules that fill a
 * state, also as if SKILL.state had run them.
 */
export async function replayTau3Command(file: string, flags: ReplayTau3Flags): Promise<number> {
  const { lines, agrees } = replayResults({ ...sourceOf(flags), file: filePath(file) })
  const more = flags.fields === undefined ? [] : await underState(file, flags.fields, flags)
  print(textOf([...lines, ...more]))
  return agrees ? 0 : 1
}

async function underState(
  file: string,
  fieldsFile: string,
  { prompt: promptFile, stateTools, task }: ReplayTau3Flags,
): Promise<readonly string[]> {
  const fields = parseFields(JSON.parse(read(fieldsFile)) as JsonValue)
  const prompt = promptFile === undefined ? undefined : read(promptFile)
  const count = (text: string): number => o200k.count(text)
  const options = { prompt, stateTools, count }
  const episodes: Episode[] = []
  for await (const recording of readRecordings([filePath(file)])) {
    if (recording.kind === 'episode') episodes.push(recording.episode)
  }
  const shown = episodes.filter(({ taskId }) => task !== undefined && taskId === task)
  if (task !== undefined && shown.length === 0) throw invalidOption(`--task: ${file} has no task ${task}`)
  const calls = await Promise.all(shown.map(async (episode) => await playAsState(episode, fields, options)))
  return [
    ...calls.flatMap((each) => stateCallLines(each, count)),
    ...asStateLines(await asState(episodes, fields, options)),
  ]
}

const read = (file: string): string => readFileSync(filePath(file), 'utf8')

function sourceOf({ data, domain }: Tau3BenchFlags) {
  return { data: tau3Data(data), domain: tau3DomainName(domain) }
}
