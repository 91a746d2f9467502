import { Option } from 'commander'
import { type Add, addLoaded } from './add.ts'

export function addRunCommands(add: Add): void {
  addLoaded(add, 'run', {
    description: 'run an experiment or a suite and report it; the same command resumes it',
    arguments: { '[experiment]': '' },
    headings: { temperature: 'Model requests:', maxSteps: 'Limits and execution:' },
    load: async () => (await import('../commands/run.ts')).runCommand,
  })
    .usage('[options] <experiment | paper | all | suite.yaml>')
    .addHelpOption(new Option('-h, --help').hideHelp())
  add('serve', {
    description: 'let a program of another language play a benchmark: docs/wire.md',
    arguments: { '<benchmark>': 'its name, as warehouse' },
    run: async (_, benchmark: string) => (await import('../commands/serve.ts')).serveCommand(benchmark),
  })
  addLoaded(add, 'worker', {
    description: 'play the episodes that `bench run --queue` put into a database, until SIGTERM',
    load: async () => (await import('../commands/worker.ts')).workerCommand,
  })
  addLoaded(add, 'ctl', {
    description: 'show and control a suite that workers play',
    arguments: {
      '<address>': 'a suite in a queue, as postgres://user@host/db/suite',
      '[action]': 'status, pause, resume, cancel, limits, requeue or restart (default: status)',
      '[episode]': "for requeue: a part of its trace's name that fits one episode without an outcome",
    },
    load: async () => (await import('../commands/ctl.ts')).ctlCommand,
  }).addHelpText(
    'after',
    `
pause stops after the steps under way; resume continues. cancel ends the suite until it is run again.
requeue plays an episode without an outcome again, from the end of its record.
restart replaces the workers one after another. It ends the next one when the supervisor has started the previous one again.`,
  )
}
