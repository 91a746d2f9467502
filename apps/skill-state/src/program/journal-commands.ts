import { addCommand } from '@skill-state/eval/command-line'
import type { Command } from 'commander'
import type { MigrateFlags, RegressFlags, ViewFlags } from '../run/options.ts'

const flags = () => import('../run/options.ts')
const JOURNAL = { '<journal>': 'a recorded run or session' }

/** What is asked of a journal, or done to it, without the skill. */
export function addJournalCommands(program: Command, exit: (code: number) => void): void {
  const add = (
    name: string,
    description: string,
    more: Readonly<Record<string, string>>,
    run: (journal: string, ...given: string[]) => Promise<string>,
  ): void => {
    const print = async (_: object, journal: string, ...given: string[]): Promise<void> => {
      process.stdout.write(await run(journal, ...given))
    }
    addCommand(program, name, { description, arguments: { ...JOURNAL, ...more }, run: print }, exit)
  }
  const commands = (): Promise<typeof import('../commands/journal.ts')> => import('../commands/journal.ts')
  add('history', 'show the steps of a journal', {}, async (file) => (await commands()).historyCommand(file))
  add(
    'why',
    'show which step wrote a value of the state, as /orders/17',
    { '<pointer>': 'JSON Pointer of the value' },
    async (file, pointer = '') => (await commands()).whyCommand(file, pointer),
  )
  add(
    'undo',
    'undo the steps from this one on, in the journal only',
    { '<step>': 'number of a step' },
    async (file, step = '') => (await commands()).undoCommand(file, step),
  )
  add(
    'fork',
    'start another journal before this step',
    { '<step>': 'number of a step', '<new>': 'a new file' },
    async (file, step = '', other = '') => (await commands()).forkCommand(file, step, other),
  )
  add(
    'repair',
    'go back to the last good record of a damaged journal, or of a session in postgres://…, and keep the damaged one',
    { '[session]': 'id of the session in the database' },
    async (place, id) => (await import('../commands/repair.ts')).repairCommand(place, id),
  )
  const migrate = {
    description: 'bring the sessions of an agent to its state as it is now',
    arguments: { '<sessions>': 'a folder of sessions, a journal, or postgres://…' },
    options: async () => (await flags()).migrateFields,
    async run(options: MigrateFlags, place: string) {
      const { migrateCommand } = await import('../commands/migrate.ts')
      return await migrateCommand(place, options)
    },
  }
  addCommand(program, 'migrate', migrate, exit)
  const regress = {
    description:
      'say what a changed agent would do otherwise in recorded sessions, and from which step on; executes no tool',
    arguments: { '<sessions...>': 'folders of sessions, journals, or postgres://…' },
    options: async () => (await flags()).regressFields,
    async run(options: RegressFlags, places: readonly string[]) {
      const { regressCommand } = await import('../commands/regress.ts')
      return await regressCommand(places, options)
    },
  }
  addCommand(program, 'regress', regress, exit)
  const view = {
    description: 'show journals, folders of journals and runs, or the sessions of a database in a browser',
    arguments: { '<source>': 'a journal, a folder, or postgres://…' },
    options: async () => (await flags()).viewFields,
    async run({ port }: ViewFlags, source: string) {
      const { viewCommand } = await import('../commands/view.ts')
      await viewCommand(source, port)
    },
  }
  addCommand(program, 'view', view, exit)
}
