import { addCommand, type CommandRecord } from '@skill-state/eval/command-line'
import type { Command } from 'commander'

/** A command, which returns its exit code or what it prints. */
interface TextCommand<T, A extends unknown[]> extends Omit<CommandRecord<T, A>, 'run'> {
  readonly run: (options: T, ...given: A) => Promise<number | string | void>
}

/** Adds a command of this name. Each loads what it needs when it runs. */
export type Add = <T, A extends unknown[]>(name: string, command: TextCommand<T, A>) => void

/** Adds commands to a program. `exit` gets the exit code of the one that runs. */
export function adderTo(program: Command, exit: (code: number) => void): Add {
  return <T, A extends unknown[]>(name: string, command: TextCommand<T, A>) => {
    const run = async (options: T, ...given: A): Promise<number> => {
      const result = (await command.run(options, ...given)) ?? 0
      if (typeof result === 'number') return result
      process.stdout.write(result)
      return 0
    }
    addCommand(program, name, { ...command, run }, exit)
  }
}
