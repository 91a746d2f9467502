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
