import { filePath } from '@skill-state/eval/command-line'
import { type Fields, field } from '@skill-state/eval/options'
import {
  formatReplayed,
  formatSolved,
  readData,
  readSolves,
  readTranscripts,
  replay,
  solve,
  summariseReplay,
} from '@skill-state/intercode'
import { findSandbox } from '@skill-state/sandbox'
import { SANDBOXES } from '../../experiments/official/intercode.ts'
import { print } from '../../print.ts'

interface IntercodeFlags {
  readonly data?: string
  readonly sandbox: (typeof SANDBOXES)[number]
}

export const intercodeFields: Fields<IntercodeFlags> = {
  data: field.option(field.text, '<dir>', 'folder of the official data'),
  sandbox: field.option(field.oneOf(SANDBOXES).default('auto'), '<name>', 'auto, bwrap or docker'),
}

/** `bench intercode solve`: recorded solving commands, executed. Exit code 0 if every one scored. */
export async function solveCommand(file: string, flags: IntercodeFlags): Promise<number> {
  const solves = readSolves(filePath(file))
  let scored = 0
  for await (const solved of solve({ ...(await sourceOf(flags)), solves })) {
    if (solved.scored) scored += 1
    print(`${formatSolved(solved)}\n`)
  }
  print(`${scored} of ${solves.length} tasks scored\n`)
  return scored === solves.length ? 0 : 1
}

/** `bench intercode replay`: recorded transcripts, executed and scored again. Exit code 0 if every reward is as recorded. */
export async function replayTranscriptsCommand(file: string, flags: IntercodeFlags): Promise<number> {
  const transcripts = readTranscripts(filePath(file))
  const all = []
  for await (const replayed of replay({ ...(await sourceOf(flags)), transcripts })) {
    all.push(replayed)
    for (const line of formatReplayed(replayed)) print(`${line}\n`)
  }
  for (const line of summariseReplay(all)) print(`${line}\n`)
  return all.every(({ otherRewards }) => otherRewards.length === 0) ? 0 : 1
}

async function sourceOf({ data, sandbox }: IntercodeFlags) {
  return { data: readData(data ?? process.env.INTERCODE_DIR), sandbox: await findSandbox(sandbox) }
}
