import { filePath } from '@skill-state/eval/command-line'
import { type Fields, field } from '@skill-state/eval/options'
import { readData, replayFile, solveFile } from '@skill-state/intercode'
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
  return (await solveFile(filePath(file), () => open(flags), printLine)) ? 0 : 1
}

/** `bench intercode replay`: recorded transcripts, executed and scored again. Exit code 0 if every reward is as recorded. */
export async function replayTranscriptsCommand(file: string, flags: IntercodeFlags): Promise<number> {
  return (await replayFile(filePath(file), () => open(flags), printLine)) ? 0 : 1
}

async function open({ data, sandbox }: IntercodeFlags) {
  return { data: readData(data ?? process.env.INTERCODE_DIR), sandbox: await findSandbox(sandbox) }
}

const printLine = (line: string): void => print(`${line}\n`)
