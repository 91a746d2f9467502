import { runProgram } from '@skill-state/eval/command-line'
import { Command, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import type { AuditFlags } from './commands/audit.ts'
import type { ProposeFlags } from './commands/propose.ts'
import type { RunFlags, ServeFlags, SkillFlags } from './run/options.ts'

/** Parses the arguments and runs the command. Returns the exit code; throws `invalid-option` for bad usage. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0
  const program = new Command('skill-state')
    .description('Runs an Agent Skill on the tools of MCP servers, with a state instead of a transcript.')
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ outputError: () => {} })

  withModel(
    withSkill(program.command('run').description('run a skill; with a journal, the same command resumes it')),
  )
    .option('--journal <file>', 'record each step in this file, and resume from it')
    .option('--max-steps <n>', 'stop after n steps, recorded ones included')
    .option('--max-tokens <n>', 'never send a call that could exceed n tokens in this command')
    .option('--max-cost <usd>', 'never send a call that could exceed this cost in US dollars')
    .option(
      '--on-unknown <word>',
      'after an action without a recorded answer: stop, repeat it, or tell the model',
      'stop',
    )
    .option('--accept-changes', 'resume although the skill or the task changed')
    .option('--json', 'print each event as a line of JSON on standard output')
    .option('--dry-run', "only show the prompt's bound and the instructions")
    .action(async (folder: string, flags: RunFlags) => {
      const { runCommand } = await import('./commands/run.ts')
      exitCode = await withFolder(folder, (place) => runCommand(place, flags))
    })

  withModel(
    withTools(
      program
        .command('serve')
        .description('serve a skill, or an agent, to a host that speaks MCP')
        .argument('<source>', 'a skill as for run, or a module that exports an agent by default'),
    ),
  )
    .requiredOption('--mcp', 'speak MCP on standard input and output')
    .requiredOption('--sessions <folder>', 'keep the sessions in this folder and resume them')
    .addOption(repeated('--server <server>', 'MCP server that the skill uses; may be repeated', 'none'))
    .option('--approve <tools>', 'a person must approve each call of these tools, as a,b')
    .option('--max-steps <n>', 'most steps of a session')
    .option('--max-tokens <n>', 'never send a call that could exceed n tokens in a session')
    .option('--max-cost <usd>', 'never send a call that could exceed this cost in US dollars in a session')
    .action(async (source: string, flags: ServeFlags) => {
      const { serveCommand } = await import('./commands/serve.ts')
      await serveCommand(source, flags)
    })

  withSkill(
    program.command('check').description('show problems of a skill, its hash and its prompt bound'),
  ).action(async (folder: string, flags: SkillFlags) => {
    const { checkCommand } = await import('./commands/check.ts')
    process.stdout.write(await withFolder(folder, (place) => checkCommand(place, flags)))
  })

  program
    .command('init')
    .description('write a skill with a state schema, a reference and a recorded session')
    .argument('<folder>', 'a new folder')
    .action(async (folder: string) => {
      const { initCommand } = await import('./commands/init.ts')
      process.stdout.write(await initCommand(folder))
    })

  program
    .command('test')
    .description("apply the patches of recorded sessions to a skill's state schema as it is now")
    .argument('<folder>', 'folder of the skill')
    .argument('[journals...]', 'recorded sessions (default: every *.journal in the folder)')
    .action(async (folder: string, journals: readonly string[]) => {
      const { testCommand } = await import('./commands/test.ts')
      exitCode = await testCommand(folder, journals)
    })

  withRecordings(
    program
      .command('audit')
      .description('report which facts each context policy would have dropped from recorded episodes'),
  )
    .addOption(repeated('--policy <name>', 'judge this policy; may be repeated', 'several common ones'))
    .option('--fields <file>', 'also measure what a state of these fields would carry')
    .option('--compare <files>', 'compare with these recordings, a file or folder')
    .option('--html <file>', 'also write the report as a page with plots')
    .option('--json', 'print all figures as JSON')
    .action(async (files: readonly string[], flags: AuditFlags) => {
      const { auditCommand } = await import('./commands/audit.ts')
      exitCode = await auditCommand(files, flags)
    })

  withRecordings(
    program
      .command('propose')
      .description('mine a state from recorded episodes: rules, schema, and a skill to start from'),
  )
    .requiredOption('--out <folder>', 'where to write fields.json, state.schema.json, state.ts and SKILL.md')
    .option('--keyed', 'key the values of a result by the requested id')
    .option('--max-chars <n>', "upper limit of the state's mean size in characters (default: 400, keyed 480)")
    .action(async (files: readonly string[], flags: ProposeFlags) => {
      const { proposeCommand } = await import('./commands/propose.ts')
      exitCode = await proposeCommand(files, flags)
    })

  journalCommands(program)

  program
    .command('view')
    .description('show journals, folders of journals and runs, or the sessions of a database in a browser')
    .argument('<source>', 'a journal, a folder, or postgres://…')
    .option('--port <n>', 'listen on this port (default: a free one)')
    .action(async (source: string, flags: { readonly port?: string }) => {
      const { viewCommand } = await import('./commands/view.ts')
      await viewCommand(source, flags)
    })

  program.addHelpText(
    'after',
    `
Examples:
  skill-state check ./my-skill
  skill-state run ./my-skill --mcp "npx -y @modelcontextprotocol/server-filesystem /a/folder" \\
    --model anthropic:claude-sonnet-4-6 --task "Tidy the notes" --journal tidy.journal
  skill-state audit recordings.jsonl.gz --prompt system.txt
  skill-state propose recordings.jsonl.gz --prompt system.txt --out proposal
  skill-state why tidy.journal /notes/3
  skill-state view sessions
  skill-state serve ./my-skill --mcp --sessions sessions --model anthropic:claude-sonnet-4-6

Exit codes: 0 finished, 1 not finished or failed, 2 bad usage.`,
  )

  return (await runProgram(program, args)) ?? exitCode
}

/** What is asked of a journal, or done to it, without the skill. */
function journalCommands(program: Command): void {
  const add = (
    name: string,
    description: string,
    run: (args: readonly string[]) => Promise<string>,
  ): void => {
    program
      .command(name)
      .description(description)
      .action(async (...args: unknown[]) => {
        process.stdout.write(await run(args.filter((arg) => typeof arg === 'string')))
      })
  }
  const commands = (): Promise<typeof import('./commands/journal.ts')> => import('./commands/journal.ts')
  add('history <journal>', 'show the steps of a journal', async ([file = '']) =>
    (await commands()).historyCommand(file),
  )
  add(
    'why <journal> <pointer>',
    'show which step wrote a value of the state, as /orders/17',
    async ([file = '', pointer = '']) => (await commands()).whyCommand(file, pointer),
  )
  add(
    'undo <journal> <step>',
    'undo the steps from this one on, in the journal only',
    async ([file = '', step = '']) => (await commands()).undoCommand(file, step),
  )
  add(
    'fork <journal> <step> <new>',
    'start another journal before this step',
    async ([file = '', step = '', other = '']) => (await commands()).forkCommand(file, step, other),
  )
}

/** Uses the folder that a skill's source names; what was fetched is removed afterwards. */
async function withFolder<T>(source: string, use: (folder: string) => Promise<T>): Promise<T> {
  const { fetchSkill } = await import('@skill-state/agent-skills')
  const { folder, close } = await fetchSkill(source)
  try {
    return await use(folder)
  } finally {
    close()
  }
}

/** What a skill and its tools need, to be run once. */
function withSkill(command: Command): Command {
  return withTools(
    command
      .argument('<skill>', 'a folder with SKILL.md, npm:PACKAGE[#path] or git:REPOSITORY#COMMIT[:path]')
      .addOption(repeated('--mcp <server>', 'command or address of an MCP server; may be repeated', 'none')),
  )
    .option('--task <text>', 'the task, added to the instructions')
    .option('--approve <tools>', 'ask on the terminal before each call of these tools, as a,b')
    .option('--pin <reference>', 'show this reference of the skill from the start')
}

/** What the tools of a skill need, to run or to serve it. */
function withTools(command: Command): Command {
  return command
    .option('--mcp-config <file>', 'start the servers of a .mcp.json file')
    .option('--tools <names>', 'only these tools, as a,b')
    .option('--shell', 'let the skill execute commands, in a sandbox without network')
    .option('--write <folder>', "the shell's working folder, kept after the run")
    .option('--network', 'let the shell reach the network')
    .option('--hash <hex>', 'reject the skill unless its files have this hash')
    .option('--max-result-chars <n>', 'most characters of an observation (default: 4000)')
    .option('--timeout <seconds>', 'seconds for a server to start and for a tool to answer (default: 60)')
}

function withModel(command: Command): Command {
  return command
    .option(
      '--model <name>',
      'the model: provider:model, local:FILE, or the path of a module that exports one',
    )
    .option('--base-url <url>', "another address of the provider's API")
    .option('--max-output-tokens <n>', 'most tokens of a reply')
    .option('--model-info <file>', 'JSON file that overrides prices and limits')
}

/** What every command needs to read recordings. */
function withRecordings(command: Command): Command {
  return command
    .argument('<files...>', 'recordings, folders of recordings, or journals; the format is detected')
    .option('--prompt <file>', 'the system prompt, if the recordings do not hold it')
    .option('--state-tools <names>', 'tools with which the model writes its own notes, as a,b')
    .option('--write-tools <names>', 'tools that change something (default: those of τ-bench retail)')
}

/** An option whose values make a list. `none` says in the help what an empty list means. */
function repeated(flags: string, description: string, none: string): Option {
  const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]
  return new Option(flags, description).argParser(collect).default([], none)
}
