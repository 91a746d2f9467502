import { filePath, oneOf, readOptions } from '@skill-state/eval/command-line'
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

export interface IntercodeFlags {
  readonly data?: string
  readonly sandbox?: string
}

/** `bench intercode solve`: recorded solving commands, executed. Returns whether every one scored. */
export async function solveCommand(file: string, flags: IntercodeFlags): Promise<boolean> {
  const solves = readSolves(filePath(file))
  let scored = 0
  for await (const solved of solve({ ...(await sourceOf(flags)), solves })) {
    if (solved.scored) scored += 1
    print(`${formatSolved(solved)}\n`)
  }
  print(`${scored} of ${solves.length} tasks scored\n`)
  return scored === solves.length
}

/** `bench intercode replay`: recorded transcripts, executed and scored again. Returns whether every reward is as recorded. */
export async function replayTranscriptsCommand(file: string, flags: IntercodeFlags): Promise<boolean> {
  const transcripts = readTranscripts(filePath(file))
  const all = []
  for await (const replayed of replay({ ...(await sourceOf(flags)), transcripts })) {
    all.push(replayed)
    for (const line of formatReplayed(replayed)) print(`${line}\n`)
  }
  for (const line of summariseReplay(all)) print(`${line}\n`)
  return all.every(({ otherRewards }) => otherRewards.length === 0)
}

async function sourceOf({ data, sandbox = 'auto' }: IntercodeFlags) {
  const folder = readData(data ?? process.env.INTERCODE_DIR)
  return {
    data: folder,
    sandbox: await findSandbox(readOptions({ sandbox: oneOf(SANDBOXES) }, { sandbox }).sandbox),
  }
}
