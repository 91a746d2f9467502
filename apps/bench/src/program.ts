import { addCommand, runProgram } from '@skill-state/eval/command-line'
import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import type { Add } from './program/add.ts'
import { addOfficialCommands } from './program/official-commands.ts'
import { addReadCommands } from './program/read-commands.ts'
import { addRunCommands } from './program/run-commands.ts'

/** Parses the arguments and runs the command. Returns the exit code; throws `invalid-option` for bad usage. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0
  const addTo =
    (parent: Command): Add =>
    (name, record) =>
      addCommand(parent, name, record, (code) => {
        exitCode = code
      })
  const program = new Command('bench')
    .description("Runs the experiments of SKILL.state and shows them beside the paper's figures.")
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ outputError: () => {}, getOutHelpWidth: () => process.stdout.columns || 100 })
  const add = addTo(program)
  add('list', {
    description: 'list the experiments, benchmarks, runtimes and models',
    async run() {
      const { listCommand } = await import('./commands/list.ts')
      const { print } = await import('./print.ts')
      print(listCommand())
    },
  })
  addRunCommands(add)
  addReadCommands(add)
  addOfficialCommands((name, description) =>
    addTo(program.command(name).description(description).helpCommand(false)),
  )
  program.addHelpText(
    'after',
    `
Examples:
  bench run scaling                            the paper's Experiment 1, with the reference reader
  bench run scaling --horizon 10 --seeds 1     one small cell of it
  bench run suite.yaml                         benchmarks, runtimes and models that a file names
  bench run --env ./my-env                     an environment of your own: npm init @skill-state/env my-env
  bench report runs/scaling --format csv
  bench compare runs/scaling runs/other        what differs, and whether it is more than noise
  bench replay runs/scaling

Exit codes: 0 done, 1 an episode failed or a figure differs, 2 bad usage.`,
  )
  return (await runProgram(program, args)) ?? exitCode
}
