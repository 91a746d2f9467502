import type { Command } from 'commander'
import type { IntercodeFlags } from '../commands/official/intercode.ts'
import type { TauBenchFlags } from '../commands/official/tau-bench.ts'
import type { ReplayTau3Flags, Tau3BenchFlags } from '../commands/official/tau3-bench.ts'
import { type Exit, printLines } from './options.ts'

/** Checks of our public benchmarks against records of the official ones. */
export function addOfficialCommands(program: Command, exit: Exit): void {
  const tauBench = program.command('tau-bench').description('verify and replay records of τ-Bench')
  withData(tauBench.command('verify'), 'retail or airline')
    .argument('<records...>', 'files of records, JSON Lines')
    .description('check records of the official environment; exit 1 on any mismatch')
    .option('--split <name>', 'split of the records that do not name one')
    .action(
      exit(async (files: string[], flags: TauBenchFlags) => {
        const { verifyCommand } = await import('../commands/official/tau-bench.ts')
        return await finish(verifyCommand(files, flags))
      }),
    )
  withData(tauBench.command('replay'), 'retail or airline')
    .argument('<runs>', 'a file of recorded runs')
    .description("execute recorded runs again, score them, and measure each runtime's prompts over them")
    .option('--split <name>', 'of the tasks')
    .action(
      exit(async (file: string, flags: TauBenchFlags) => {
        const { replayRunsCommand } = await import('../commands/official/tau-bench.ts')
        return await finish(await replayRunsCommand(file, flags))
      }),
    )

  const tau3Bench = program.command('tau3-bench').description('verify and replay records of τ³-Bench')
  withData(tau3Bench.command('verify'), 'banking, airline or retail')
    .argument('<records...>', 'files of records, JSON Lines')
    .description('check records of the official environment; exit 1 on any mismatch')
    .action(
      exit(async (files: string[], flags: Tau3BenchFlags) => {
        const { verifyTau3Command } = await import('../commands/official/tau3-bench.ts')
        return await finish(verifyTau3Command(files, flags))
      }),
    )
  withData(tau3Bench.command('replay'), 'banking, airline or retail')
    .argument('<results>', 'a result file of the official runner, of τ² or τ³')
    .description('execute recorded simulations again and score them; exit 1 if anything differs')
    .option('--fields <file>', 'also replay them on SKILL.state with these rules of skill-state propose')
    .option('--prompt <file>', 'the system prompt of the recordings, with --fields')
    .option('--state-tools <names>', 'tools with which the model wrote notes, with --fields')
    .option('--task <id>', 'list the calls of one task, with --fields')
    .action(
      exit(async (file: string, flags: ReplayTau3Flags) => {
        const { replayTau3Command } = await import('../commands/official/tau3-bench.ts')
        return await finish(await replayTau3Command(file, flags))
      }),
    )

  const intercode = program
    .command('intercode')
    .description('execute recorded solves and transcripts of InterCode CTF')
  withData(intercode.command('solve'))
    .argument('<solves>', 'a file of solving commands, JSON Lines')
    .description('execute solving commands and submit what they print; exit 1 if one does not score')
    .option('--sandbox <name>', 'auto, bwrap or docker', 'auto')
    .action(
      exit(async (file: string, flags: IntercodeFlags) => {
        const { solveCommand } = await import('../commands/official/intercode.ts')
        return (await solveCommand(file, flags)) ? 0 : 1
      }),
    )
  withData(intercode.command('replay'))
    .argument('<transcripts>', 'a file of recorded transcripts')
    .description('execute recorded commands again and compare what they print; exit 1 if a reward differs')
    .option('--sandbox <name>', 'auto, bwrap or docker', 'auto')
    .action(
      exit(async (file: string, flags: IntercodeFlags) => {
        const { replayTranscriptsCommand } = await import('../commands/official/intercode.ts')
        return (await replayTranscriptsCommand(file, flags)) ? 0 : 1
      }),
    )
}

function withData(command: Command, domains?: string): Command {
  command.option('--data <dir>', 'folder of the official data')
  return domains === undefined ? command : command.option('--domain <name>', domains)
}

async function finish({
  lines,
  ok,
}: {
  readonly lines: readonly string[]
  readonly ok: boolean
}): Promise<number> {
  await printLines(lines)
  return ok ? 0 : 1
}
