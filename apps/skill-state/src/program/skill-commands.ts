import { addCommand } from '@skill-state/eval/command-line'
import { invalidOption } from '@skill-state/protocol'
import type { Command } from 'commander'
import type { CheckFlags, CompileFlags, RunFlags, ServeFlags, TestFlags } from '../run/options.ts'

const skill = {
  '<skill>':
    'a folder with SKILL.md, OWNER/REPOSITORY[@skill][#tag], an https address of one, npm:PACKAGE[#path] or git:REPOSITORY#COMMIT[:path]',
}
const flags = () => import('../run/options.ts')

/** What runs, serves, checks and makes a skill. Each command loads what it needs when it runs. */
export function addSkillCommands(program: Command, exit: (code: number) => void): void {
  const run = {
    description: 'run a skill; with a journal, the same command resumes it',
    arguments: { '[skill]': skill['<skill>'], '[task]': 'what is to be done' },
    options: async () => (await flags()).runFields,
    async run(options: RunFlags, ...given: (string | undefined)[]) {
      const { runCommand } = await import('../commands/run.ts')
      const { skills } = options
      if (skills !== undefined) {
        const source = { source: skills, commit: undefined }
        return await runCommand(skills, { ...options, task: given[0] ?? options.task }, source)
      }
      const [source, task] = given
      if (source === undefined) throw invalidOption('name a skill, or a folder of skills by --skills')
      return await withFolder(source, (folder, commit) =>
        runCommand(folder, { ...options, task: task ?? options.task }, { source, commit }),
      )
    },
  }
  const serve = {
    description: 'serve a skill, or an agent, to a host that speaks MCP',
    arguments: { '<source>': 'a skill as for run, or a module that exports an agent by default' },
    options: async () => (await flags()).serveFields,
    async run(options: ServeFlags, source: string) {
      const { serveCommand } = await import('../commands/serve.ts')
      await serveCommand(source, options)
    },
  }
  const check = {
    description: 'show problems of a skill, what this machine lacks for it, its hash and its prompt bound',
    arguments: skill,
    options: async () => (await flags()).checkFields,
    async run(options: CheckFlags, source: string) {
      const { checkCommand } = await import('../commands/check.ts')
      process.stdout.write(await withFolder(source, (folder) => checkCommand(folder, { ...options, source })))
    },
  }
  const list = {
    description: 'list the skills of a folder or a repository',
    arguments: { '<source>': 'a folder of skills, or a source as for run without @skill' },
    async run(_: object, source: string) {
      const { listCommand } = await import('../commands/skills.ts')
      process.stdout.write(await listCommand(source))
    },
  }
  const update = {
    description: 'show what is new in a skill that you trust, and ask whether you trust it',
    arguments: { '<source>': 'the source as it was run' },
    async run(_: object, source: string) {
      const { updateCommand } = await import('../commands/skills.ts')
      return await updateCommand(source)
    },
  }
  const init = {
    description: 'write a skill with a state schema, a reference and a recorded session',
    arguments: { '<folder>': 'a new folder' },
    async run(_: object, folder: string) {
      const { initCommand } = await import('../commands/init.ts')
      process.stdout.write(await initCommand(folder))
    },
  }
  const compile = {
    description: 'give a skill stages, a checklist and rules from its own text, as its state',
    arguments: { '<skill>': 'a SKILL.md, or its folder' },
    options: async () => (await flags()).compileFields,
    async run(options: CompileFlags, source: string) {
      const { compileCommand } = await import('../commands/compile.ts')
      process.stdout.write(await compileCommand(source, options))
    },
  }
  const test = {
    description: "run a skill's own cases, and apply recorded sessions to its state schema as it is now",
    arguments: {
      '<folder>': 'folder of the skill, with its cases in evals/evals.json',
      '[journals...]': 'only these recorded sessions (default: the cases, and every *.journal in the folder)',
    },
    options: async () => (await flags()).testFields,
    async run(options: TestFlags, folder: string, journals: readonly string[]) {
      const { testCommand } = await import('../commands/test.ts')
      return await testCommand(folder, journals, options)
    },
  }
  addCommand(program, 'run', run, exit)
  addCommand(program, 'serve', serve, exit)
  addCommand(program, 'check', check, exit)
  addCommand(program, 'list', list, exit)
  addCommand(program, 'update', update, exit)
  addCommand(program, 'init', init, exit)
  addCommand(program, 'compile', compile, exit)
  addCommand(program, 'test', test, exit)
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
