import { SkillStateError } from '@skill-state/protocol'
import { Command, CommanderError, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import type { CommandResult } from './commands/command-result.ts'
import type { CompareCommandOptions } from './commands/compare.ts'
import type { NoiseCommandOptions } from './commands/noise.ts'
import type { IntercodeFlags } from './commands/official/intercode.ts'
import type { TauBenchFlags } from './commands/official/tau-bench.ts'
import type { ReplayTau3Flags, Tau3BenchFlags } from './commands/official/tau3-bench.ts'

/** Writes to standard output. Each command loads what it needs when it runs: a version or a help text needs nothing. */
async function print(text: string): Promise<void> {
  const { print } = await import('./print.ts')
  print(text)
}

/** Prints line by line, as a command goes on. */
async function linePrinter(): Promise<(line: string) => void> {
  const { print } = await import('./print.ts')
  return (line) => print(`${line}\n`)
}

/** Options as they were typed: a command reads them once. */
type Typed = Readonly<Record<string, unknown>>

/** Those of `bench run`, which may name a package. */
type RunTyped = Typed & { readonly env?: string; readonly benchmark?: string }

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value]
}

/** Parses the arguments and runs the command. Gives the exit code; throws `invalid-option` for bad usage. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0
  const program = new Command('bench')
    .description("Runs the experiments of SKILL.state and shows them beside the paper's figures.")
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ outputError: () => {}, getOutHelpWidth: () => process.stdout.columns || 100 })
    .showHelpAfterError(false)

  program
    .command('list')
    .description('list the experiments, benchmarks, runtimes and models')
    .action(async () => {
      const { listCommand } = await import('./commands/list.ts')
      await print(listCommand())
    })

  program
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
    .option('--temperature <x>', 'sampling temperature (default: 0, if the model takes one)')
    .option('--top-p <x>', 'nucleus sampling (default: 1, if the model takes it)')
    .option('--max-output-tokens <n>', 'most tokens of a reply')
    .option('--reasoning-effort <word>', "reasoning effort, in the provider's word")
    .option('--base-url <url>', "another address of the provider's API")
    .option('--model-info <file>', 'JSON file that overrides prices and limits')
    .option('--record <dir>', 'keep each request and response in this folder')
    .option('--cache <dir>', 'answer repeated requests from this folder')
    .optionsGroup('Limits and execution:')
    .option('--max-steps <n>', 'end an episode after n steps, as truncated')
    .option('--max-episode-tokens <n>', 'send no call in an episode that has used n tokens')
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
    .action(async (experiment: string | undefined, given: RunTyped) => {
      const { nameRun } = await import('@skill-state/suite')
      const { runCommand } = await import('./commands/run.ts')
      const { name, options } = nameRun(experiment, given)
      exitCode = await runCommand(name, options)
    })

  program
    .command('worker')
    .description('play the episodes that `bench run --queue` put into a database, until SIGTERM')
    .requiredOption('--queue <url>', 'the database, as postgres://user@host/db')
    .option('--concurrency <n>', 'episodes that run at once', '4')
    .action(async ({ queue, ...options }: Typed & { readonly queue: string }) => {
      const { workerCommand } = await import('./commands/worker.ts')
      exitCode = await workerCommand(queue, options)
    })
  program
    .command('ctl')
    .argument('<address>', 'a suite in a queue, as postgres://user@host/db/suite')
    .argument('[action]', 'status, pause, resume, cancel, limits, requeue or restart', 'status')
    .argument('[episode]', 'of requeue: the name of its trace, or a part that no other has')
    .description('look at a suite that workers play, and change how it goes on')
    .option('--max-tokens <n>', 'of limits: send no call that could take the suite past n tokens')
    .option('--max-cost <usd>', 'of limits: send no call that could take the suite past this many US dollars')
    .addHelpText(
      'after',
      `
pause lets the steps under way end, and resume goes on. cancel ends the suite until it is run again.
requeue plays an episode without an outcome again, from where its record ends.
restart lets one worker after the other leave, once the one before was replaced by its supervisor.`,
    )
    .action(async (address: string, action: string, episode: string | undefined, options: Typed) => {
      const { ctlCommand } = await import('./commands/ctl.ts')
      await ctlCommand(address, action, episode, options)
    })
  program
    .command('report')
    .argument('<dir>', "a run's folder, or its address in a database")
    .description('compute the report of a run from its traces')
    .option('--format <name>', 'md, csv, json, html or latex', 'md')
    .action(async (directory: string, options: { format: string }) => {
      const { withRuns } = await import('./with-runs.ts')
      const { reportCommand } = await import('./commands/report.ts')
      await withRuns([directory], async ({ folder, shown }) => {
        await print(shown(await reportCommand(folder(directory), options)))
      })
    })

  program
    .command('compare')
    .argument('<dirA>', "a run's folder, or its address in a database")
    .argument('[dirB]', 'another one')
    .description('compare two runs, or two runtimes of one run, task by task')
    .option('--runtime <name>', 'only this runtime')
    .option('--against <name>', 'against this runtime, of the second run or of the same')
    .option('--by <fields>', 'one row for each variant, horizon or both, as variant,horizon')
    .option('--repetition <dir>', 'a repetition of the first run, used to estimate its noise')
    .option('--format <name>', 'md or json', 'md')
    .action(async (directory: string, other: string | undefined, options: CompareCommandOptions) => {
      const { compareCommand } = await import('./commands/compare.ts')
      await print(await compareCommand(directory, other, options))
    })

  program
    .command('noise')
    .argument('<dirA>', "a run's folder, or its address in a database")
    .argument('[dirB]', 'a run of the same conditions')
    .description('measure repetition noise: trials of one task against each other')
    .option('--by <fields>', 'one row for each variant, horizon or both, as variant,horizon')
    .option('--format <name>', 'md or json', 'md')
    .action(async (directory: string, other: string | undefined, options: NoiseCommandOptions) => {
      const { noiseCommand } = await import('./commands/noise.ts')
      await print(await noiseCommand(directory, other, options))
    })

  program
    .command('audit')
    .argument('<dir>', "a run's folder, or its address in a database")
    .description('show the fact that each wrong action lacked, and the field for it')
    .action(async (directory: string) => {
      const { withRuns } = await import('./with-runs.ts')
      const { auditCommand } = await import('./commands/audit.ts')
      await withRuns([directory], async ({ folder, shown }) => {
        await print(shown(`${auditCommand(folder(directory)).lines.join('\n')}\n`))
      })
    })

  program
    .command('replay')
    .argument('<dir>', "a run's folder, or its address in a database")
    .description('recompute every prompt and figure from the traces; exit 1 if one differs')
    .action(async (directory: string) => {
      const { withRuns } = await import('./with-runs.ts')
      const { replayCommand } = await import('./commands/replay.ts')
      exitCode = await withRuns([directory], async ({ folder, shown }) => {
        const { lines, agrees } = await replayCommand(folder(directory))
        await print(shown(`${lines.join('\n')}\n`))
        return agrees ? 0 : 1
      })
    })

  program
    .command('export')
    .argument('<dir>', "a run's folder, or its address in a database")
    .description('export a run as Inspect AI logs or OpenTelemetry spans')
    .requiredOption('--format <name>', 'inspect or otlp')
    .requiredOption('--out <dir>', 'a new folder')
    .option('--prompts', 'also write every prompt, rebuilt and checked')
    .option('--start <time>', "start time of the run, as 2026-11-21T09:00:00Z (default: its folder's time)")
    .action(async (directory: string, options: Typed) => {
      const { withRuns } = await import('./with-runs.ts')
      const { exportCommand } = await import('./commands/export.ts')
      await withRuns([directory], async ({ folder }) => {
        await print(`${(await exportCommand(folder(directory), options)).join('\n')}\n`)
      })
    })

  program
    .command('audit-paper')
    .description("check the paper's published tables for contradictions")
    .action(async () => {
      const { auditPaper, findingsMarkdown } = await import('@skill-state/report')
      const { publishedFigures } = await import('@skill-state/report/paper')
      await print(findingsMarkdown(auditPaper(publishedFigures)))
    })

  program
    .command('view')
    .argument('<dir>', "a run's folder, a folder of runs, or an address in a database")
    .description('show runs, episodes and steps in a browser')
    .option('--port <n>', 'port to listen on (default: a free one)')
    .option('--host <address>', 'address to listen on (default: this machine only)')
    .option('--static <out>', 'write the viewer and the traces into a folder instead')
    .action(async (directory: string, flags: Typed) => {
      const { viewCommand } = await import('./commands/view.ts')
      await viewCommand(directory, flags)
    })

  program
    .command('step-match')
    .argument('<dir>', "a run's folder, or its address in a database")
    .description('ask another model in the states that a run visited')
    .option('--model <name>', 'the model to ask, as provider:model (default: only report recorded answers)')
    .option('--as <runtime>', 'the runtime whose prompts are sent (default: the one of the run)')
    .option('--runtime <name>', 'only states that this runtime visited')
    .option('--every <n>', 'one step of n', '1')
    .option('--limit <n>', 'only the first n states')
    .option('--against <dir>', 'whole episodes of that model, to compare the variance')
    .option('--max-tokens <n>', 'never send a call that could exceed n tokens in all')
    .option('--max-cost <usd>', 'never send a call that could exceed this cost in US dollars')
    .option('--temperature <x>', 'sampling temperature (default: 0, if the model takes one)')
    .option('--top-p <x>', 'nucleus sampling (default: 1, if the model takes it)')
    .option('--max-output-tokens <n>', 'most tokens of a reply')
    .option('--reasoning-effort <word>', "reasoning effort, in the provider's word")
    .option('--base-url <url>', "another address of the provider's API")
    .option('--model-info <file>', 'JSON file that overrides prices and limits')
    .option('--record <dir>', 'keep each request and response in this folder')
    .option('--cache <dir>', 'answer repeated requests from this folder')
    .option('--concurrency <n>', 'episodes that run at once', '4')
    .option('--out <file>', 'file of matched steps (default: in the folder of the run)')
    .option('--format <name>', 'md or json', 'md')
    .action(async (directory: string, options: Typed) => {
      const { stepMatchCommand } = await import('./commands/step-match.ts')
      const { text, complete } = await stepMatchCommand(directory, options)
      await print(text)
      exitCode = complete ? 0 : 1
    })

  const tauBench = program.command('tau-bench').description('verify and replay records of τ-Bench')
  const finish = async ({ lines, ok }: CommandResult): Promise<void> => {
    await print(lines.map((line) => `${line}\n`).join(''))
    exitCode = ok ? 0 : 1
  }
  tauBench
    .command('verify')
    .argument('<records...>', 'files of records, JSON Lines')
    .description('check records of the official environment; exit 1 on any mismatch')
    .option('--data <dir>', 'folder of the official data')
    .option('--domain <name>', 'retail or airline')
    .option('--split <name>', 'split of the records that do not name one')
    .action(async (files: string[], flags: TauBenchFlags) => {
      const { verifyCommand } = await import('./commands/official/tau-bench.ts')
      await finish(verifyCommand(files, flags))
    })
  tauBench
    .command('replay')
    .argument('<runs>', 'a file of recorded runs')
    .description("execute recorded runs again, score them, and measure each runtime's prompts over them")
    .option('--data <dir>', 'folder of the official data')
    .option('--domain <name>', 'retail or airline')
    .option('--split <name>', 'of the tasks')
    .action(async (file: string, flags: TauBenchFlags) => {
      const { replayRunsCommand } = await import('./commands/official/tau-bench.ts')
      await finish(await replayRunsCommand(file, flags))
    })

  const tau3Bench = program.command('tau3-bench').description('verify and replay records of τ³-Bench')
  tau3Bench
    .command('verify')
    .argument('<records...>', 'files of records, JSON Lines')
    .description('check records of the official environment; exit 1 on any mismatch')
    .option('--data <dir>', 'folder of the official data')
    .option('--domain <name>', 'banking, airline or retail')
    .action(async (files: string[], flags: Tau3BenchFlags) => {
      const { verifyTau3Command } = await import('./commands/official/tau3-bench.ts')
      await finish(verifyTau3Command(files, flags))
    })
  tau3Bench
    .command('replay')
    .argument('<results>', 'a result file of the official runner, of τ² or τ³')
    .description('execute recorded simulations again and score them; exit 1 if anything differs')
    .option('--data <dir>', 'folder of the official data')
    .option('--domain <name>', 'banking, airline or retail')
    .option('--fields <file>', 'also replay them on SKILL.state with these rules of skill-state propose')
    .option('--prompt <file>', 'the system prompt of the recordings, with --fields')
    .option('--state-tools <names>', 'tools with which the model wrote notes, with --fields')
    .option('--task <id>', 'list the calls of one task, with --fields')
    .action(async (file: string, flags: ReplayTau3Flags) => {
      const { replayTau3Command } = await import('./commands/official/tau3-bench.ts')
      await finish(await replayTau3Command(file, flags))
    })

  const intercode = program
    .command('intercode')
    .description('execute execute recorded solves and transcripts of InterCode CTF')
  intercode
    .command('solve')
    .argument('<solves>', 'a file of solving commands, JSON Lines')
    .description('execute solving commands and submit what they print; exit 1 if one does not score')
    .option('--data <dir>', 'folder of the official data')
    .option('--sandbox <name>', 'auto, bwrap or docker', 'auto')
    .action(async (file: string, flags: IntercodeFlags) => {
      const { solveCommand } = await import('./commands/official/intercode.ts')
      exitCode = (await solveCommand(file, flags, await linePrinter())) ? 0 : 1
    })
  intercode
    .command('replay')
    .argument('<transcripts>', 'a file of recorded transcripts')
    .description('execute recorded commands again and compare what they print; exit 1 if a reward differs')
    .option('--data <dir>', 'folder of the official data')
    .option('--sandbox <name>', 'auto, bwrap or docker', 'auto')
    .action(async (file: string, flags: IntercodeFlags) => {
      const { replayTranscriptsCommand } = await import('./commands/official/intercode.ts')
      exitCode = (await replayTranscriptsCommand(file, flags, await linePrinter())) ? 0 : 1
    })

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

  try {
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    if (error.code === 'commander.help') return 2
    throw new SkillStateError(
      'invalid-option',
      `${error.message.replace(/^error: |\.$/g, '').replaceAll(/\s+/g, ' ')}; see bench --help`,
    )
  }
  return exitCode
}
