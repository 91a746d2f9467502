import { invalidOption } from '@skill-state/protocol'

/**
 * A command as one types it, `KEY=$KEY python3 "my agent.py"`, for a start without a shell. Quotes of either kind keep what they
 * enclose. Words such as `KEY=$KEY` before the command are variables of its environment; a value that begins with `$` is taken
 * from ours. Throws `invalid-option`, with the name of the option.
 */
export function typedCommand(
  text: string,
  option: string,
): { readonly command: string; readonly args: readonly string[]; readonly env: Record<string, string> } {
  const words = wordsOf(text, option)
  const first = words.findIndex((word) => !VARIABLE.test(word))
  const [command, ...args] = first === -1 ? [] : words.slice(first)
  if (command === undefined) throw invalidOption(`${option}: "${text}" names no command`)
  const variables = words.slice(0, first).map((word) => variableOf(word, option))
  return { command, args, env: Object.fromEntries(variables) }
}

const VARIABLE = /^([A-Za-z_]\w*)=(.*)$/s

function variableOf(word: string, option: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] = VARIABLE.exec(word) ?? []
  if (!value.startsWith('$')) return [name, value]
  const found = process.env[value.slice(1)]
  if (found !== undefined) return [name, found]
  throw invalidOption(`${option}: there is no environment variable ${value.slice(1)}`)
}

function wordsOf(text: string, option: string): readonly string[] {
  if (/^(?:[^'"]|'[^']*'|"[^"]*")*$/.test(text)) {
    return (text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? []).map((word) =>
      word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
    )
  }
  throw invalidOption(`${option}: a quote in ${JSON.stringify(text)} has no end`)
}
