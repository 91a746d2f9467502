import { addCommand, type CommandRecord } from '@skill-state/eval/command-line'
import type { Command } from 'commander'
import type { CompareCommandOptions } from '../commands/compare.ts'
import type { NoiseCommandOptions } from '../commands/noise.ts'
import { type ExportFlags, exportFields, type ViewFlags, viewFields } from './fields.ts'
import {
  BY,
  type Exit,
  FIRST_RUN,
  FORMAT,
  print,
  printLines,
  printOf,
  RUN,
  type Typed,
  withRequests,
} from './options.ts'

/** What reads runs that were played. */
export function addReadCommands(program: Command, exit: Exit, setExit: (code: number) => void): void {
  program
    .command('report')
    .argument(...RUN)
    .description('compute the report of a run from its traces')
    .option('--format <name>', 'md, csv, json, html or latex', 'md')
    .action(async (directory: string, options: { format: string }) => {
      const { reportCommand } = await import('../commands/report.ts')
      await printOf(directory, (folder) => reportCommand(folder, options))
    })

  program
    .command('compare')
    .argument(...FIRST_RUN)
    .argument('[dirB]', 'another one')
    .description('compare two runs, or two runtimes of one run, task by task')
    .option('--runtime <name>', 'only this runtime')
    .option('--against <name>', 'against this runtime, of the second run or of the same')
    .option(...BY)
    .option('--repetition <dir>', 'a repetition of the first run, used to estimate its noise')
    .option(...FORMAT)
    .action(async (directory: string, other: string | undefined, options: CompareCommandOptions) => {
      const { compareCommand } = await import('../commands/compare.ts')
      await print(await compareCommand(directory, other, options))
    })

  program
    .command('noise')
    .argument(...FIRST_RUN)
    .argument('[dirB]', 'a run of the same conditions')
    .description('measure repetition noise: trials of one task against each other')
    .option(...BY)
    .option(...FORMAT)
    .action(async (directory: string, other: string | undefined, options: NoiseCommandOptions) => {
      const { noiseCommand } = await import('../commands/noise.ts')
      await print(await noiseCommand(directory, other, options))
    })

  program
    .command('audit')
    .argument(...RUN)
    .description('show the fact that each wrong action lacked, and the field for it')
    .action(async (directory: string) => {
      const { auditCommand } = await import('../commands/audit.ts')
      await printOf(directory, (folder) => `${auditCommand(folder).join('\n')}\n`)
    })

  program
    .command('replay')
    .argument(...RUN)
    .description('recompute every prompt and figure from the traces; exit 1 if one differs')
    .action(
      exit(async (directory: string) => {
        const { replayCommand } = await import('../commands/replay.ts')
        let agreed = false
        await printOf(directory, async (folder) => {
          const { lines, agrees } = await replayCommand(folder)
          agreed = agrees
          return `${lines.join('\n')}\n`
        })
        return agreed ? 0 : 1
      }),
    )

  const exported: CommandRecord<ExportFlags, [string]> = {
    description: 'export a run as Inspect AI logs or OpenTelemetry spans',
    arguments: { [RUN[0]]: RUN[1] },
    options: exportFields,
    async run(options, directory) {
      const { withRuns } = await import('../with-runs.ts')
      const { exportCommand } = await import('../commands/export.ts')
      await withRuns([directory], async ({ folder }) => {
        await printLines(await exportCommand(folder(directory), options))
      })
    },
  }
  addCommand(program, 'export', exported, setExit)

  program
    .command('audit-paper')
    .description("check the paper's published tables for contradictions")
    .action(async () => {
      const { auditPaper, findingsMarkdown } = await import('@skill-state/report')
      const { publishedFigures } = await import('@skill-state/report/paper')
      await print(findingsMarkdown(auditPaper(publishedFigures)))
    })

  const view: CommandRecord<ViewFlags, [string]> = {
    description: 'show runs, episodes and steps in a browser',
    arguments: { '<dir>': "a run's folder, a folder of runs, or an address in a database" },
    options: viewFields,
    async run(options, directory) {
      const { viewCommand } = await import('../commands/view.ts')
      await viewCommand(directory, options)
    },
  }
  addCommand(program, 'view', view, setExit)

  const stepMatch = program
    .command('step-match')
    .argument(...RUN)
    .description('ask another model in the states that a run visited')
    .option('--model <name>', 'the model to ask, as provider:model (default: only report recorded answers)')
    .option('--as <runtime>', 'the runtime whose prompts are sent (default: the one of the run)')
    .option('--runtime <name>', 'only states that this runtime visited')
    .option('--every <n>', 'one step of n', '1')
    .option('--limit <n>', 'only the first n states')
    .option('--against <dir>', 'whole episodes of that model, to compare the variance')
    .option('--max-tokens <n>', 'never send a call that could exceed n tokens in all')
    .option('--max-cost <usd>', 'never send a call that could exceed this cost in US dollars')
  withRequests(stepMatch)
    .option('--concurrency <n>', 'episodes that run at once', '4')
    .option('--out <file>', 'file of matched steps (default: in the folder of the run)')
    .option(...FORMAT)
    .action(
      exit(async (directory: string, options: Typed) => {
        const { stepMatchCommand } = await import('../commands/step-match.ts')
        const { text, complete } = await stepMatchCommand(directory, options)
        await print(text)
        return complete ? 0 : 1
      }),
    )
}
