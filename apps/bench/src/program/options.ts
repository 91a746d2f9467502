import type { Command } from 'commander'

/** Options as they were typed: a command reads them once. */
export type Typed = Readonly<Record<string, unknown>>

/** Makes the exit code that a command returns the program's. */
export type Exit = <T extends unknown[]>(
  run: (...given: T) => Promise<number>,
) => (...given: T) => Promise<void>

/** A run that a command reads. */
export const RUN = ['<dir>', "a run's folder, or its address in a database"] as const
export const FIRST_RUN = ['<dirA>', "a run's folder, or its address in a database"] as const

export const FORMAT = ['--format <name>', 'md or json', 'md'] as const
export const BY = ['--by <fields>', 'one row for each variant, horizon or both, as variant,horizon'] as const

/** How a model is asked, and which folders keep its replies. */
export function withRequests(command: Command): Command {
  return command
    .option('--temperature <x>', 'sampling temperature (default: 0, if the model takes one)')
    .option('--top-p <x>', 'nucleus sampling (default: 1, if the model takes it)')
    .option('--max-output-tokens <n>', 'most tokens of a reply')
    .option('--reasoning-effort <word>', "reasoning effort, in the provider's word")
    .option('--base-url <url>', "another address of the provider's API")
    .option('--model-info <file>', 'JSON file that overrides prices and limits')
    .option('--record <dir>', 'keep each request and response in this folder')
    .option('--cache <dir>', 'answer repeated requests from this folder')
}

/** Reads a run by its folder, or a copy of one in a database, and prints what was found. */
export async function printOf(
  directory: string,
  read: (folder: string) => Promise<string> | string,
): Promise<void> {
  const { withRuns } = await import('../with-runs.ts')
  await withRuns([directory], async ({ folder, shown }) => print(shown(await read(folder(directory)))))
}

/** Writes to standard output. Each command loads what it needs when it runs: a version or a help text needs nothing. */
export async function print(text: string): Promise<void> {
  const { print } = await import('../print.ts')
  print(text)
}

export async function printLines(lines: readonly string[]): Promise<void> {
  await print(lines.map((line) => `${line}\n`).join(''))
}
