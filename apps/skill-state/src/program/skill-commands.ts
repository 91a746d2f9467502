import { invalidOption } from '@skill-state/protocol'
import type { CheckFlags, CompileFlags, RunFlags, ServeFlags, TestFlags } from '../run/options.ts'
import type { Add } from './add.ts'

const skill =
  'a folder with SKILL.md, OWNER/REPOSITORY[@skill][#tag], an https address of one, npm:PACKAGE[#path] or git:REPOSITORY#COMMIT[:path]'
const flags = () => import('../run/options.ts')

/** What runs, serves, checks and makes a skill. */
export function addSkillCommands(add: Add): void {
  add('run', {
    description: 'run a skill; with a journal, the same command resumes it',
    arguments: { '[skill]': skill, '[task]': 'what is to be done' },
    options: async () => (await flags()).runFields,
    async run(options: RunFlags, ...given: (string | undefined)[]) {
      const { runCommand } = await import('../commands/run.ts')
      const { skills } = options
      if (skills !== undefined) {
        const task = given[0] ?? options.task
        return await runCommand(skills, { ...options, task }, { source: skills, commit: undefined })
      }
      const [source, task = options.task] = given
      if (source === undefined) throw invalidOption('name a skill, or a folder of skills by --skills')
      return await withFolder(source, (folder, commit) =>
        runCommand(folder, { ...options, task }, { source, commit }),
      )
    },
  })
  add('serve', {
    description: 'serve a skill, or an agent, to a host that speaks MCP',
    arguments: { '<source>': 'a skill as for run, or a module that exports an agent by default' },
    options: async () => (await flags()).serveFields,
    run: async (options: ServeFlags, source: string) =>
      (await import('../commands/serve.ts')).serveCommand(source, options),
  })
  add('check', {
    description: 'show problems of a skill, what this machine lacks for it, its hash and its prompt bound',
    arguments: { '<skill>': skill },
    options: async () => (await flags()).checkFields,
    async run(options: CheckFlags, source: string) {
      const { checkCommand } = await import('../commands/check.ts')
      return await withFolder(source, (folder) => checkCommand(folder, { ...options, source }))
    },
  })
  add('list', {
    description: 'list the skills of a folder or a repository',
    arguments: { '<source>': 'a folder of skills, or a source as for run without @skill' },
    run: async (_: object, source: string) => (await import('../commands/skills.ts')).listCommand(source),
  })
  add('update', {
    description: 'show what is new in a skill that you trust, and ask whether you trust it',
    arguments: { '<source>': 'the source as it was run' },
    run: async (_: object, source: string) => (await import('../commands/skills.ts')).updateCommand(source),
  })
  add('init', {
    description: 'write a skill with a state schema, a reference and a recorded session',
    arguments: { '<folder>': 'a new folder' },
    run: async (_: object, folder: string) => (await import('../commands/init.ts')).initCommand(folder),
  })
  add('compile', {
    description: 'give a skill stages, a checklist and rules from its own text, as its state',
    arguments: { '<skill>': 'a SKILL.md, or its folder' },
    options: async () => (await flags()).compileFields,
    run: async (options: CompileFlags, source: string) =>
      (await import('../commands/compile.ts')).compileCommand(source, options),
  })
  add('test', {
    description: "run a skill's own cases, and apply recorded sessions to its state schema as it is now",
    arguments: {
      '<folder>': 'folder of the skill, with its cases in evals/evals.json',
      '[journals...]': 'only these recorded sessions (default: the cases, and every *.journal in the folder)',
    },
    options: async () => (await flags()).testFields,
    run: async (options: TestFlags, folder: string, journals: readonly string[]) =>
      (await import('../commands/test.ts')).testCommand(folder, journals, options),
  })
}

/** Uses the folder that a skill's source names; what was fetched is removed afterwards. */
async function withFolder<T>(
  source: string,
  use: (folder: string, commit: string | undefined) => Promise<T>,
): Promise<T> {
  const { fetchTrusted } = await import('../run/trust.ts')
  const { folder, commit, close } = await fetchTrusted(source)
  try {
    return await use(folder, commit)
  } finally {
    close()
  }
}
