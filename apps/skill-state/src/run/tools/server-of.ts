import type { McpServer, openMcp } from '@skill-state/mcp'
import { invalidOption } from '@skill-state/protocol'

/** Of `openMcp`. */
export type ServerOptions = NonNullable<Parameters<typeof openMcp>[1]>

/**
 * The server that `--mcp` names: an address, or a command as one would type it, `npx -y some-server "/a folder"`. Words
 * such as `TOKEN=$TOKEN` before the command are put into the server's environment; a value that begins with `$` is taken
 * from ours. No shell is asked: nothing else of it has a meaning.
 */
export function serverOf(text: string): McpServer {
  if (/^https?:\/\//.test(text)) return { url: text }
  const words = wordsOf(text)
  const first = words.findIndex((word) => !VARIABLE.test(word))
  const [command, ...args] = first === -1 ? [] : words.slice(first)
  if (command === undefined) throw invalidOption(`--mcp: "${text}" names no command`)
  const variables = words.slice(0, first).map((word) => variableOf(word))
  return { command, args, env: Object.fromEntries(variables) }
}

const VARIABLE = /^([A-Za-z_]\w*)=(.*)$/s

function variableOf(word: string): readonly [name: string, value: string] {
  const [, name = '', value = ''] = VARIABLE.exec(word) ?? []
  if (!value.startsWith('$')) return [name, value]
  const found = process.env[value.slice(1)]
  if (found !== undefined) return [name, found]
  throw invalidOption(`--mcp: there is no environment variable ${value.slice(1)}`)
}

/** Words with spaces between them; quotes of either kind keep what they enclose as it is. */
function wordsOf(text: string): readonly string[] {
  if (/^(?:[^'"]|'[^']*'|"[^"]*")*$/.test(text)) {
    return (text.match(/(?:[^\s'"]|'[^']*'|"[^"]*")+/g) ?? []).map((word) =>
      word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'),
    )
  }
  throw invalidOption(`--mcp: a quote in ${JSON.stringify(text)} has no end`)
}
