import { invalidOption } from '@skill-state/protocol'
import type { Fields } from './fields.ts'
import { addOptions, readOptions, type TakesOptions } from './options.ts'

/** The part of a program of commander that is used here. */
interface Program {
  name(): string
  parseAsync(args: readonly string[], from: { readonly from: 'user' }): Promise<unknown>
}

/** The part of a command of commander that is used here. */
interface Commands<C> extends TakesOptions {
  command(name: string): C
  description(text: string): unknown
  argument(name: string, description: string): unknown
  action(run: (...given: unknown[]) => Promise<void>): unknown
  hook(event: 'preSubcommand', run: (parent: unknown, chosen: unknown) => Promise<void>): unknown
}

export interface CommandRecord<T, A extends unknown[]> {
  readonly description: string
  /** As commander writes them, `<file>`, `[file]` or `<files...>`, and what each is. */
  readonly arguments?: Readonly<Record<string, string>>
  /** Loaded for this command alone: the help of all commands needs none. */
  readonly options?: () => Promise<Fields<T>>
  /** What stands above the options of these names and those after them. */
  readonly headings?: { readonly [K in keyof T]?: string }
  /** Takes the options as read, and the arguments as typed: each a text, or a list of texts. Returns the exit code, 0 if none. */
  readonly run: (options: T, ...given: A) => Promise<number | void>
}

/** Adds a command to a program. `exit` gets its exit code. */
export function addCommand<T, A extends unknown[], C extends Commands<C>>(
  program: Commands<C>,
  name: string,
  record: CommandRecord<T, A>,
  exit: (code: number) => void,
): C {
  const { description, options = async () => ({}) as Fields<T>, headings, run } = record
  const command = program.command(name)
  command.description(description)
  for (const [argument, meaning] of Object.entries(record.arguments ?? {}))
    command.argument(argument, meaning)
  program.hook('preSubcommand', async (_, chosen) => {
    if (chosen === command) addOptions(command, await options(), headings)
  })
  command.action(async (...all) => {
    const [given, typed] = [all.slice(0, -2) as A, all.at(-2) as Readonly<Record<string, unknown>>]
    exit((await run(readOptions(await options(), typed) as T, ...given)) ?? 0)
  })
  return command
}

/**
 * Runs the command that the arguments name. Returns the exit code of a help text or a version, and undefined after a
 * command. Throws `invalid-option` for arguments that do not parse.
 */
export async function runProgram(program: Program, args: readonly string[]): Promise<number | undefined> {
  const [first, ...rest] = args
  const isHelp = first === 'help' && rest.length > 0 // commander would show it without loading the command's options
  try {
    await program.parseAsync(isHelp ? [...rest, '--help'] : args, { from: 'user' })
    return undefined
  } catch (error) {
    if (!isOfCommander(error)) throw error
    if (error.exitCode === 0) return 0
    if (error.code === 'commander.help') return 2
    const reason = error.message
      .replace(/^error: /, '')
      .replace(/\.$/, '')
      .replaceAll(/\s+/g, ' ')
    throw invalidOption(`${reason}; see ${program.name()} --help`)
  }
}

function isOfCommander(
  error: unknown,
): error is Error & { readonly code: string; readonly exitCode: number } {
  return (
    error instanceof Error &&
    'exitCode' in error &&
    'code' in error &&
    String(error.code).startsWith('commander.')
  )
}

/** Whether the operating system failed a call, such as one that writes to a full disk: EACCES, ENOSPC. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code))
}
