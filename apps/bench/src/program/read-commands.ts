import type { CommandRecord } from '@skill-state/eval/command-line'
import type { Add } from './fields.ts'

const RUN = "a run's folder, or its address in a database"

const fields = () => import('./fields.ts')

/** What reads runs that were played. */
export function addReadCommands(add: Add): void {
  add(
    'report',
    reading({
      description: 'compute the report of a run from its traces',
      options: async () => (await fields()).reportFields,
      read: async (run, flags) => (await import('../commands/report.ts')).reportCommand(run, flags),
    }),
  )
  add(
    'score',
    reading({
      description: 'score the recorded episodes of a run by figures of your own',
      options: async () => (await fields()).scoreFields,
      read: async (run, flags) => (await import('../commands/score.ts')).scoreCommand(run, flags),
    }),
  )
  add('compare', {
    description: 'compare two runs, or two runtimes of one run, task by task',
    arguments: { '<dirA>': RUN, '[dirB]': 'another one' },
    options: async () => (await fields()).compareFields,
    run: async (flags, directory: string, other: string | undefined) =>
      (await import('../commands/compare.ts')).compareCommand(directory, other, flags),
  })
  add('noise', {
    description: 'measure repetition noise: trials of one task against each other',
    arguments: { '<dirA>': RUN, '[dirB]': 'a run of the same conditions' },
    options: async () => (await fields()).noiseFields,
    run: async (flags, directory: string, other: string | undefined) =>
      (await import('../commands/noise.ts')).noiseCommand(directory, other, flags),
  })
  add(
    'audit',
    reading({
      description: 'show the fact that each wrong action lacked, and the field for it',
      read: async (run) => (await import('../commands/audit.ts')).auditCommand(run),
    }),
  )
  add(
    'replay',
    reading({
      description: 'recompute every prompt and figure from the traces; exit 1 if one differs',
      options: async () => (await fields()).replayFields,
      read: async (run, flags) => (await import('../commands/replay.ts')).replayCommand(run, flags),
    }),
  )
  add(
    'export',
    reading({
      description: 'write a run in a format of other tools: tables, Inspect AI, ATIF, OpenTelemetry',
      options: async () => (await fields()).exportFields,
      read: async (run, flags) => (await import('../commands/export.ts')).exportCommand(run, flags),
    }),
  )
  add('audit-paper', {
    description: "check the paper's published tables for contradictions",
    async run() {
      const { auditPaper, findingsMarkdown } = await import('@skill-state/report')
      const { publishedFigures } = await import('@skill-state/report/paper')
      const { print } = await import('../print.ts')
      print(findingsMarkdown(auditPaper(publishedFigures)))
    },
  })
  add('view', {
    description: 'show runs, episodes and steps in a browser',
    arguments: { '<dir>': "a run's folder, a folder of runs, or an address in a database" },
    options: async () => (await fields()).viewFields,
    run: async (flags, directory: string) =>
      (await import('../commands/view.ts')).viewCommand(directory, flags),
  })
  add('regress', {
    description: 'ask another model in the states that a run visited',
    arguments: { '<dir>': RUN },
    options: async () => (await fields()).regressFields,
    run: async (flags, directory: string) =>
      (await import('../commands/regress.ts')).regressCommand(directory, flags),
  })
}

/** What a command found in a run: a text, or lines and whether all agrees. */
type Found = string | { readonly lines: readonly string[]; readonly agrees?: boolean }

/** Reads a run by its folder, or a copy of one in a database, and prints what was found. */
function reading<T>({
  read,
  ...record
}: Pick<CommandRecord<T, []>, 'description' | 'options'> & {
  readonly read: (folder: string, flags: T) => Promise<Found>
}): CommandRecord<T, [directory: string]> {
  return {
    ...record,
    arguments: { '<dir>': RUN },
    async run(flags, directory) {
      const { withRuns } = await import('../with-runs.ts')
      const { print, textOf } = await import('../print.ts')
      return await withRuns([directory], async ({ folder, shown }) => {
        const found = await read(folder(directory), flags)
        print(shown(typeof found === 'string' ? found : textOf(found.lines)))
        return typeof found === 'string' || found.agrees !== false ? 0 : 1
      })
    },
  }
}
