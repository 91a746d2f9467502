import { type Add, addLoaded } from './add.ts'
import type { Flags } from './fields.ts'

const RUN = "a run's folder, or its address in a database"

export function addReadCommands(add: Add): void {
  const read = <N extends keyof Flags>(name: N, description: string, load: () => Promise<Read<N>>) =>
    addLoaded(add, name, { description, arguments: { '<dir>': RUN }, load: async () => printing(load) })
  read(
    'report',
    'compute the report of a run from its traces',
    async () => (await import('../commands/report.ts')).reportCommand,
  )
  read(
    'score',
    'score the recorded episodes of a run by figures of your own',
    async () => (await import('../commands/score.ts')).scoreCommand,
  )
  addLoaded(add, 'compare', {
    description: 'compare two runs, or two runtimes of one run, task by task',
    arguments: { '<dirA>': RUN, '[dirB]': 'another one' },
    load: async () => (await import('../commands/compare.ts')).compareCommand,
  })
  addLoaded(add, 'noise', {
    description: 'measure repetition noise: trials of one task against each other',
    arguments: { '<dirA>': RUN, '[dirB]': 'a run of the same conditions' },
    load: async () => (await import('../commands/noise.ts')).noiseCommand,
  })
  read(
    'audit',
    'show the fact that each wrong action lacked, and the field for it',
    async () => (await import('../commands/audit.ts')).auditCommand,
  )
  read(
    'replay',
    'recompute every prompt and figure from the traces; exit 1 if one differs',
    async () => (await import('../commands/replay.ts')).replayCommand,
  )
  read(
    'export',
    'write a run in a format of other tools: tables, Inspect AI, ATIF, OpenTelemetry',
    async () => (await import('../commands/export.ts')).exportCommand,
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
  addLoaded(add, 'view', {
    description: 'show runs, episodes and steps in a browser',
    arguments: { '<dir>': "a run's folder, a folder of runs, or an address in a database" },
    load: async () => (await import('../commands/view.ts')).viewCommand,
  })
  addLoaded(add, 'regress', {
    description: 'ask another model in the states that a run visited',
    arguments: { '<dir>': RUN },
    load: async () => (await import('../commands/regress.ts')).regressCommand,
  })
}

/** What a command found in a run: a text, or lines and whether all agrees. */
type Found = string | { readonly lines: readonly string[]; readonly agrees?: boolean }
type Read<N extends keyof Flags> = (folder: string, flags: Flags[N]) => Found | Promise<Found>

/** Reads a run by its folder, or a copy of one in a database, and prints what was found. */
function printing<N extends keyof Flags>(load: () => Promise<Read<N>>) {
  return async (flags: Flags[N], directory: string): Promise<number> => {
    const { withRuns } = await import('../with-runs.ts')
    const { print, textOf } = await import('../print.ts')
    return await withRuns([directory], async ({ folder, shown }) => {
      const found = await (await load())(folder(directory), flags)
      print(shown(typeof found === 'string' ? found : textOf(found.lines)))
      return typeof found === 'string' || found.agrees !== false ? 0 : 1
    })
  }
}
