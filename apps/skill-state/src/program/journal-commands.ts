import type { MigrateFlags, RegressFlags, ViewFlags } from '../run/options.ts'
import type { Add } from './add.ts'

const flags = () => import('../run/options.ts')
const commands = () => import('../commands/journal.ts')
const journal = { '<journal>': 'a recorded run or session' }

export function addJournalCommands(add: Add): void {
  add('history', {
    description: 'show the steps of a journal',
    arguments: journal,
    run: async (_: object, file: string) => (await commands()).historyCommand(file),
  })
  add('why', {
    description: 'show which step wrote a value of the state, as /orders/17',
    arguments: { ...journal, '<pointer>': 'JSON Pointer of the value' },
    run: async (_: object, file: string, pointer: string) => (await commands()).whyCommand(file, pointer),
  })
  add('undo', {
    description: 'undo the steps from this one on, in the journal only',
    arguments: { ...journal, '<step>': 'number of a step' },
    run: async (_: object, file: string, step: string) => (await commands()).undoCommand(file, step),
  })
  add('fork', {
    description: 'start another journal before this step',
    arguments: { ...journal, '<step>': 'number of a step', '<new>': 'a new file' },
    run: async (_: object, file: string, step: string, other: string) =>
      (await commands()).forkCommand(file, step, other),
  })
  add('repair', {
    description:
      'go back to the last good record of a damaged journal, or of a session in postgres://…, and keep the damaged one',
    arguments: { ...journal, '[session]': 'id of the session in the database' },
    run: async (_: object, place: string, id?: string) =>
      (await import('../commands/repair.ts')).repairCommand(place, id),
  })
  add('migrate', {
    description: 'bring the sessions of an agent to its state as it is now',
    arguments: { '<sessions>': 'a folder of sessions, a journal, or postgres://…' },
    options: async () => (await flags()).migrateFields,
    run: async (options: MigrateFlags, place: string) =>
      (await import('../commands/migrate.ts')).migrateCommand(place, options),
  })
  add('regress', {
    description:
      'say what a changed agent would do otherwise in recorded sessions, and from which step on; executes no tool',
    arguments: { '<sessions...>': 'folders of sessions, journals, or postgres://…' },
    options: async () => (await flags()).regressFields,
    run: async (options: RegressFlags, places: readonly string[]) =>
      (await import('../commands/regress.ts')).regressCommand(places, options),
  })
  add('view', {
    description: 'show journals, folders of journals and runs, or the sessions of a database in a browser',
    arguments: { '<source>': 'a journal, a folder, or postgres://…' },
    options: async () => (await flags()).viewFields,
    run: async ({ port }: ViewFlags, source: string) =>
      (await import('../commands/view.ts')).viewCommand(source, port),
  })
}
