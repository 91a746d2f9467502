/** A command that a block of shell lines types: its words, without variables before it and comments after it. */
export function commandsOf(code: string): readonly (readonly string[])[] {
  return code
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(/\s(?:&&|\|)\s/))
    .map((command) => wordsOf(command))
    .filter((words) => words.length > 0)
}

/** The words of a line, quotes taken off, without `NAME=value` in front and without what is sent elsewhere. */
function wordsOf(line: string): readonly string[] {
  const words = (line.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? []).map((word) =>
    word.replaceAll(/["']/g, ''),
  )
  const first = words.findIndex((word) => !/^\w+=/.test(word))
  const sent = words.findIndex((word) => /^\d?>/.test(word))
  return first === -1 ? [] : words.slice(first, sent === -1 ? undefined : sent)
}

/** The program of this repository that a command starts, and its arguments; undefined for another command. */
export function started(words: readonly string[]): { program: string; args: readonly string[] } | undefined {
  const [first, ...rest] = words
  if (first === 'npx' && rest[0] === '-y' && rest[1]?.startsWith('pnpm@'))
    return started(['pnpm', ...rest.slice(2)])
  if (first === 'npx' && rest[0] === 'skill-state-bench') return { program: 'bench', args: rest.slice(1) }
  if (first === 'pnpm' && rest[0] === 'bench') return { program: 'bench', args: rest.slice(1) }
  if (first === 'pnpm') return { program: 'pnpm', args: rest }
  if (
    first === 'bench' ||
    first === 'skill-state' ||
    first === 'node' ||
    first === 'python3' ||
    first === 'bash'
  ) {
    return { program: first, args: rest }
  }
  return undefined
}
