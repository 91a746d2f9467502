import { realpathSync } from 'node:fs'
import { posix } from 'node:path'
import { type LoadedSkill, SHELL } from '@skill-state/agent-skills'
import { type AnyTool, ToolFailure } from '@skill-state/tools'

const FOLDER = /\{baseDir\}|\$\{?(?:CLAUDE_PLUGIN_ROOT|CLAUDE_SKILL_DIR)\b\}?/g
const TASK = /\$\{?ARGUMENTS\b\}?/g

export interface HostNames {
  readonly task: string | undefined
  /** Whether commands read the skill in the sandbox. */
  readonly shell: boolean | undefined
  /** Its folder among the skills of a run, if there are several. */
  readonly path?: string
}

/** The skill with what hosts call its folder and the task put in their place, in its instructions and references. */
export function withHostNames(loaded: LoadedSkill, { task, shell, path }: HostNames): LoadedSkill {
  const folder = shell ? posix.join('/skill', path ?? '') : realpathSync(loaded.folder)
  const resolved = (text: string): string =>
    text.replaceAll(FOLDER, () => folder).replaceAll(TASK, () => task ?? '(no task was given)')
  const texts = [loaded.instructions, ...loaded.references.map(({ text }) => text)]
  const names = new Set(texts.flatMap((text) => [...(text.match(FOLDER) ?? []), ...(text.match(TASK) ?? [])]))
  if (names.size === 0) return loaded
  return {
    ...loaded,
    instructions: resolved(loaded.instructions),
    references: loaded.references.map((each) => ({ ...each, text: resolved(each.text) })),
    notes: [...loaded.notes, `${[...names].join(', ')} in its texts stand for ${folder} and the task`],
  }
}

/** Tools of hosts whose work the shell does here. */
const BY_SHELL = /^(Bash|Read|Write|Edit|MultiEdit|Glob|Grep|LS|NotebookEdit)\b/

/**
 * The tools that a skill's `allowed-tools` lets it have: of servers those that it names, if it names one; the shell if it names
 * a tool whose work the shell does, and then only the commands that it names, if it names some. A skill without the field has
 * all of them.
 */
export function allowedTools(
  tools: Readonly<Record<string, AnyTool>>,
  { frontmatter: { allowedTools: allowed } }: LoadedSkill,
): { readonly tools: Record<string, AnyTool>; readonly notes: readonly string[] } {
  if (allowed.length === 0) return { tools: { ...tools }, notes: [] }
  const named = allowed.flatMap((each) => /^mcp__(.+)$/.exec(each)?.slice(1) ?? [])
  const isAllowed = (name: string): boolean => {
    if (allowed.includes(name) || allowed.includes('*')) return true
    if (name === SHELL) return allowed.some((each) => BY_SHELL.test(each))
    return named.length === 0 || named.some((each) => each.endsWith(`__${name}`) || !/__[^*]/.test(each))
  }
  const out = Object.keys(tools).filter((name) => !isAllowed(name))
  const kept = Object.entries(tools)
    .filter(([name]) => !out.includes(name))
    .map(([name, tool]) => [name, name === SHELL ? withCommands(tool, allowed) : tool])
  return {
    tools: Object.fromEntries(kept),
    notes: out.length === 0 ? [] : [`its allowed-tools leave out ${out.join(', ')}`],
  }
}

function withCommands(shell: AnyTool, allowed: readonly string[]): AnyTool {
  return {
    ...shell,
    execute: (input: { readonly command?: unknown }, context) => {
      const reason = notAllowed(String(input.command), allowed)
      if (reason !== undefined) throw new ToolFailure(reason)
      return shell.execute?.(input, context)
    },
  }
}

/** Commands that do what these tools of hosts do. */
const BY_TOOL: Readonly<Record<string, readonly string[]>> = {
  Read: ['cat', 'head', 'tail', 'wc'],
  Grep: ['grep', 'rg'],
  Glob: ['find', 'ls'],
  LS: ['ls'],
  Write: ['cat', 'echo', 'mkdir', 'printf', 'tee'],
  Edit: ['cat', 'echo', 'printf', 'sed', 'tee'],
}
/** They change nothing that outlasts the command. */
const ALWAYS = ['cd', 'pwd', 'true', 'false', 'test', '[', 'exit']

/**
 * Why a command is not one that `Bash(git:*)` and its like in `allowed-tools` name; undefined if it is, or if they do not bound
 * the commands. Each command of a line must be named, by its first words; what the shell would expand to a command is not.
 */
export function notAllowed(command: string, allowed: readonly string[]): string | undefined {
  const patterns = allowed.flatMap((each) => /^Bash\((.+?)(?::?\*)?\)$/.exec(each)?.[1]?.trim() ?? [])
  if (patterns.length === 0 || allowed.includes('Bash')) return undefined
  const names = [...patterns, ...ALWAYS, ...allowed.flatMap((each) => BY_TOOL[each] ?? [])]
  const isNamed = (words: string): boolean =>
    names.some((name) => words === name || words.startsWith(`${name} `))
  const other = commandsIn(command).find((words) => !isNamed(words))
  if (other === undefined) return undefined
  return `allowed-tools of the skill does not let it execute ${JSON.stringify(other.slice(0, 80))}: it names ${patterns.join(', ')}`
}

/** The commands of a line, without the texts between quotes and of here-documents. */
function commandsIn(text: string): readonly string[] {
  const documents = /<<-?[ \t]*(['"]?)(\w+)\1([^\n]*)\n[\s\S]*?\n[ \t]*\2[ \t]*(?=\n|$)/g
  const plain = text
    .replaceAll(documents, '$3')
    .replaceAll(/'[^']*'/g, "''")
    .replaceAll(/\\./gs, '_')
  const expanded = [...plain.matchAll(/\$\(([^()]*)\)|`([^`]*)`|[<>]\(([^()]*)\)/g)].map(
    ([, a, b, c]) => a ?? b ?? c ?? '',
  )
  const outside = plain.replaceAll(/"[^"]*"/g, '""')
  return [outside, ...expanded]
    .flatMap((part) => part.split(/\|\|?|&&|;|(?<![<>])&(?![>\d])|\n/))
    .map((part) =>
      part
        .trim()
        .replace(/^(?:\w+=\S*\s+)+/, '')
        .replaceAll(/\s+/g, ' '),
    )
    .filter((part) => part !== '')
}
