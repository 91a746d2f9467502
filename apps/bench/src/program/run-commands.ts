import { addCommand, type CommandRecord } from '@skill-state/eval/command-line'
import { type Command, Option } from 'commander'
import { type ControlFlags, controlFields, type WorkerFlags, workerFields } from './fields.ts'
import { type Exit, type Typed, withRequests } from './options.ts'

/** Those of `bench run`, which may name a package. */
type RunTyped = Typed & { readonly env?: string; readonly benchmark?: string }

/** What plays episodes. */
export function addRunCommands(program: Command, exit: Exit, setExit: (code: number) => void): void {
  const run = program
    .command('run')
    .argument('[experiment]')
    .usage('[options] <experiment | paper | all | suite.yaml>')
    .addHelpOption(new Option('-h, --help').hideHelp())
    .description('run an experiment or a suite and report it; the same command resumes it')
    .option('--model <name>', 'the model that decides, as provider:model (default: reference)')
    .option('--runtime <names>', 'only these runtimes, as a,b')
    .option('--benchmark <name>', 'another benchmark: its name, or the path of its module')
    .option('--env <package>', 'a package with a benchmark; alone, its suite.yaml or scaling')
    .option('--set <option>', 'option of a benchmark or runtime, as skill-state.attempts=1', collect)
    .option('--horizon <list>', 'other horizons, as 10,25')
    .option('--seeds <n>', 'number of seeds')
    .option('--only <globs>', 'only benchmarks that match a pattern, as warehouse,repo*')
    .option('--task <globs>', 'only tasks that match a pattern, as t0010-*')
    .option('--limit <n>', 'only the first n episodes')
    .option('--shuffle [seed]', 'shuffle the episodes by this seed (default: 1)')
    .optionsGroup('Model requests:')
  withRequests(run)
    .optionsGroup('Limits and execution:')
    .option('--max-steps <n>', 'end an episode after n steps, as truncated')
    .option('--max-episode-tokens <n>', 'never send a call that could take an episode past n tokens')
    .option('--max-tokens <n>', 'never send a call that could exceed n tokens in the run')
    .option('--max-cost <usd>', 'never send a call that could exceed this cost in US dollars')
    .option('--tokens-per-minute <n>', "most tokens that a provider's key may use in a minute")
    .option('--concurrency <n>', 'episodes that run at once (default: 4; with --batch, all)')
    .option('--batch', 'OpenAI or Anthropic in batches: half the price, up to a day for a step')
    .option('--queue <url>', 'let the workers of this database play: postgres://user@host/db')
    .option('--out <dir>', 'folder of traces and report (default: runs/<experiment>)')
    .option('--json', 'print events as JSON lines instead of the report')
    .option('--retry-errors', 'resume failed episodes from the step that failed')
    .option('--dry-run', 'only list the episodes and predict their calls and cost')
    .action(
      exit(async (experiment: string | undefined, given: RunTyped) => {
        const { nameRun } = await import('@skill-state/suite')
        const { runCommand } = await import('../commands/run.ts')
        const { name, options } = nameRun(experiment, given)
        return await runCommand(name, options)
      }),
    )

  const worker: CommandRecord<WorkerFlags, []> = {
    description: 'play the episodes that `bench run --queue` put into a database, until SIGTERM',
    options: workerFields,
    async run(options) {
      const { workerCommand } = await import('../commands/worker.ts')
      return await workerCommand(options)
    },
  }
  addCommand(program, 'worker', worker, setExit)

  const ctl: CommandRecord<ControlFlags, [string, string | undefined, string | undefined]> = {
    description: 'show and control a suite that workers play',
    arguments: {
      '<address>': 'a suite in a queue, as postgres://user@host/db/suite',
      '[action]': 'status, pause, resume, cancel, limits, requeue or restart (default: status)',
      '[episode]': "for requeue: a part of its trace's name that fits one episode without an outcome",
    },
    options: controlFields,
    async run(options, address, action = 'status', episode) {
      const { ctlCommand } = await import('../commands/ctl.ts')
      await ctlCommand(address, action, episode, options)
    },
  }
  addCommand(program, 'ctl', ctl, setExit).addHelpText(
    'after',
    `
pause stops after the steps under way; resume continues. cancel ends the suite until it is run again.
requeue plays an episode without an outcome again, from the end of its record.
restart replaces the workers one after another. It ends the next one when the supervisor has started the previous one again.`,
  )
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}
