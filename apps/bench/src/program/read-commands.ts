import type { Add } from './fields.ts'

const RUN = "a run's folder, or its address in a database"

/** What reads runs that were played. */
export function addReadCommands(add: Add): void {
  add('report', {
    description: 'compute the report of a run from its traces',
    arguments: { '<dir>': RUN },
    options: async () => (await import('./fields.ts')).reportFields,
    async run(options, directory: string) {
      const { reportCommand } = await import('../commands/report.ts')
      await printOf(directory, (folder) => reportCommand(folder, options))
    },
  })
  add('score', {
    description: 'score the recorded episodes of a run by figures of your own',
    arguments: { '<dir>': RUN },
    options: async () => (await import('./fields.ts')).scoreFields,
    async run(options, directory: string) {
      const { scoreCommand } = await import('../commands/score.ts')
      await printOf(directory, (folder) => scoreCommand(folder, options))
    },
  })
  add('compare', {
    description: 'compare two runs, or two runtimes of one run, task by task',
    arguments: { '<dirA>': RUN, '[dirB]': 'another one' },
    options: async () => (await import('./fields.ts')).compareFields,
    async run(options, directory: string, other: string | undefined) {
      const { compareCommand } = await import('../commands/compare.ts')
      await compareCommand(directory, other, options)
    },
  })
  add('noise', {
    description: 'measure repetition noise: trials of one task against each other',
    arguments: { '<dirA>': RUN, '[dirB]': 'a run of the same conditions' },
    options: async () => (await import('./fields.ts')).noiseFields,
    async run(options, directory: string, other: string | undefined) {
      const { noiseCommand } = await import('../commands/noise.ts')
      await noiseCommand(directory, other, options)
    },
  })
  add('audit', {
    description: 'show the fact that each wrong action lacked, and the field for it',
    arguments: { '<dir>': RUN },
    async run(_, directory: string) {
      const { auditCommand } = await import('../commands/audit.ts')
      await printOf(directory, (folder) => `${auditCommand(folder).join('\n')}\n`)
    },
  })
  add('replay', {
    description: 'recompute every prompt and figure from the traces; exit 1 if one differs',
    arguments: { '<dir>': RUN },
    options: async () => (await import('./fields.ts')).replayFields,
    async run(options, directory: string) {
      const { replayCommand } = await import('../commands/replay.ts')
      let agreed = false
      await printOf(directory, async (folder) => {
        const { lines, agrees } = await replayCommand(folder, options)
        agreed = agrees
        return `${lines.join('\n')}\n`
      })
      return agreed ? 0 : 1
    },
  })
  add('export', {
    description: 'write a run in a format of other tools: tables, Inspect AI, ATIF, OpenTelemetry',
    arguments: { '<dir>': RUN },
    options: async () => (await import('./fields.ts')).exportFields,
    async run(options, directory: string) {
      const { withRuns } = await import('../with-runs.ts')
      const { exportCommand } = await import('../commands/export.ts')
      const { printLines } = await import('../print.ts')
      await withRuns([directory], async ({ folder }) => {
        printLines(await exportCommand(folder(directory), options))
      })
    },
  })
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
    options: async () => (await import('./fields.ts')).viewFields,
    async run(options, directory: string) {
      const { viewCommand } = await import('../commands/view.ts')
      await viewCommand(directory, options)
    },
  })
  add('regress', {
    description: 'ask another model in the states that a run visited',
    arguments: { '<dir>': RUN },
    options: async () => (await import('./fields.ts')).regressFields,
    async run(options, directory: string) {
      const { regressCommand } = await import('../commands/regress.ts')
      return await regressCommand(directory, options)
    },
  })
}

/** Reads a run by its folder, or a copy of one in a database, and prints what was found. */
async function printOf(directory: string, read: (folder: string) => Promise<string> | string): Promise<void> {
  const { withRuns } = await import('../with-runs.ts')
  const { print } = await import('../print.ts')
  await withRuns([directory], async ({ folder, shown }) => print(shown(await read(folder(directory)))))
}
