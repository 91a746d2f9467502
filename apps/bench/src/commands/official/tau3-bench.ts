import { readFileSync } from 'node:fs'
import {
  asState,
  asStateLines,
  type Episode,
  parseFields,
  playAsState,
  readRecordings,
  stateCallLines,
} from '@skill-state/audit'
import { filePath } from '@skill-state/eval/command-line'
import { o200k } from '@skill-state/models/o200k'
import { type JsonValue, SkillStateError } from '@skill-state/protocol'
import { replayResults, verifyTau3Bench } from '@skill-state/tau3-bench'
import { tau3Data, tau3DomainName } from '../../experiments/official/tau3-bench.ts'
import type { CommandResult } from '../command-result.ts'

export interface Tau3BenchFlags {
  readonly data?: string
  readonly domain?: string
}

export interface ReplayTau3Flags extends Tau3BenchFlags {
  readonly fields?: string
  readonly prompt?: string
  readonly stateTools?: string
  readonly task?: string
}

/** `bench tau3-bench verify`: records of the official environment against this one. */
export function verifyTau3Command(files: readonly string[], flags: Tau3BenchFlags): CommandResult {
  const { lines, mismatches, unchecked } = verifyTau3Bench({ ...sourceOf(flags), files: files.map(filePath) })
  return { lines, ok: mismatches === 0 && unchecked === 0 }
}

/**
 * `bench tau3-bench replay`: recorded simulations of the official runner, executed and scored again; with rules that fill a
 * state, also as if SKILL.state had run them.
 */
export async function replayTau3Command(file: string, flags: ReplayTau3Flags): Promise<CommandResult> {
  const { lines, agrees } = replayResults({ ...sourceOf(flags), file: filePath(file) })
  if (flags.fields === undefined) return { lines, ok: agrees }
  return { lines: [...lines, ...(await underState(file, flags.fields, flags))], ok: agrees }
}

async function underState(
  file: string,
  fieldsFile: string,
  { prompt: promptFile, stateTools: tools, task }: ReplayTau3Flags,
): Promise<readonly string[]> {
  const fields = parseFields(JSON.parse(read(fieldsFile)) as JsonValue)
  const prompt = promptFile === undefined ? undefined : read(promptFile)
  const count = (text: string): number => o200k.count(text)
  const options = { prompt, stateTools: tools?.split(','), count }
  const episodes: Episode[] = []
  for await (const recording of readRecordings([filePath(file)])) {
    if (recording.kind === 'episode') episodes.push(recording.episode)
  }
  const shown = episodes.filter(({ taskId }) => task !== undefined && taskId === task)
  if (task !== undefined && shown.length === 0)
    throw new SkillStateError('invalid-option', `--task: ${file} has no task ${task}`)
  const calls = await Promise.all(shown.map(async (episode) => await playAsState(episode, fields, options)))
  return [
    ...calls.flatMap((each) => stateCallLines(each, count)),
    ...asStateLines(await asState(episodes, fields, options)),
  ]
}

function read(file: string): string {
  return readFileSync(filePath(file), 'utf8')
}

function sourceOf({ data, domain }: Tau3BenchFlags) {
  return { data: tau3Data(data), domain: tau3DomainName(domain) }
}
