import { isSystemError, runProgram } from '@skill-state/eval/command-line'
import { SkillStateError } from '@skill-state/protocol'
import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { brief } from './brief.ts'
import { adderTo } from './program/add.ts'
import { addJournalCommands } from './program/journal-commands.ts'
import { addRecordingCommands } from './program/recording-commands.ts'
import { addSkillCommands } from './program/skill-commands.ts'

/** What is wrong with these is for the person at the command line to put right. */
const USAGE = ['invalid-option', 'invalid-skill', 'invalid-journal', 'missing-key']

/** Runs a command as it was typed. Returns its exit code, and says on standard error what went wrong. */
export async function commandLine(args: readonly string[]): Promise<number> {
  try {
    return await main(args)
  } catch (error) {
    process.stderr.write(`skill-state: ${explain(error)}\n`)
    return error instanceof SkillStateError && USAGE.includes(error.code) ? 2 : 1
  }
}

/** One line for an expected error; the stack for a fault of ours. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return brief(`something threw ${String(error)}`)
  return error instanceof SkillStateError || isSystemError(error)
    ? brief(error.message)
    : (error.stack ?? error.message)
}

/** Parses the arguments and runs the command. Returns the exit code; throws `invalid-option` for bad usage. */
export async function main(args: readonly string[]): Promise<number> {
  let exitCode = 0
  const program = new Command('skill-state')
    .description('Runs an Agent Skill on the tools of MCP servers, with a state instead of a transcript.')
    .version(manifest.version)
    .exitOverride()
    .configureOutput({ outputError: () => {} })
  const add = adderTo(program, (code) => {
    exitCode = code
  })
  addSkillCommands(add)
  addRecordingCommands(add)
  addJournalCommands(add)
  program.addHelpText(
    'after',
    `
Examples:
  skill-state check ./my-skill
  skill-state run ./my-skill --mcp "npx -y @modelcontextprotocol/server-filesystem /a/folder" \\
    --model anthropic:claude-sonnet-4-6 --task "Tidy the notes" --journal tidy.journal
  skill-state audit recordings.jsonl.gz --prompt system.txt
  skill-state audit ~/.claude ~/.codex
  skill-state hooks install claude-code
  skill-state propose recordings.jsonl.gz --prompt system.txt --out proposal
  skill-state why tidy.journal /notes/3
  skill-state view sessions
  skill-state serve ./my-skill --mcp --sessions sessions --model anthropic:claude-sonnet-4-6

Exit codes: 0 done, 1 not finished or failed, 2 bad usage, 3 the skill could not do it, 130 interrupted.`,
  )

  return (await runProgram(program, args)) ?? exitCode
}
