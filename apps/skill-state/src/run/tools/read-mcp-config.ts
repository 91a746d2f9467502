import { readFileSync } from 'node:fs'
import type { McpServer } from '@skill-state/mcp'
import { invalidOption, isJsonObject, type JsonObject, type JsonValue } from '@skill-state/protocol'

/**
 * The servers of a `.mcp.json` as hosts write it: `{"mcpServers": {"name": {"command", "args", "env"} or {"url", "headers"}}}`.
 * `${NAME}` and `${NAME:-default}` stand for variables of our environment. Throws `invalid-option` for anything else.
 */
export function readMcpConfig(file: string): readonly McpServer[] {
  const fail = (what: string): never => {
    throw invalidOption(`--mcp-config: ${file}: ${what}`)
  }
  let config: JsonValue
  try {
    config = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    return fail(error instanceof SyntaxError ? 'it is not JSON' : 'it cannot be read')
  }
  const servers = isJsonObject(config) ? (config.mcpServers ?? config.servers) : undefined
  if (!isJsonObject(servers)) return fail('it has no "mcpServers"')
  return Object.entries(servers).flatMap(([name, server]) => {
    if (!isJsonObject(server)) return fail(`"${name}" is not an object`)
    if (server.disabled === true) return []
    if (server.type === 'sse')
      return fail(`"${name}" speaks SSE, which is deprecated: use its streamable HTTP address`)
    if (isJsonObject(server.oauth) || isJsonObject(server.auth)) {
      return fail(`"${name}" needs OAuth, which is not supported: give a token in "headers"`)
    }
    return [serverOf(name, server, (text) => expand(text, fail), fail)]
  })
}

function serverOf(
  name: string,
  { command, args = [], env = {}, cwd, url, headers = {} }: JsonObject,
  expanded: (text: string) => string,
  fail: (what: string) => never,
): McpServer {
  const texts = (values: JsonValue, what: string): Record<string, string> => {
    const entries = isJsonObject(values)
      ? Object.entries(values)
      : fail(`"${what}" of "${name}" is not an object`)
    return Object.fromEntries(
      entries.map(([key, value]) => [
        key,
        typeof value === 'string' ? expanded(value) : fail(`"${what}" of "${name}" must be texts`),
      ]),
    )
  }
  if (typeof url === 'string') return { name, url: expanded(url), headers: texts(headers, 'headers') }
  if (typeof command !== 'string') return fail(`"${name}" has neither "command" nor "url"`)
  const words = Array.isArray(args) ? args : fail(`"args" of "${name}" is not a list`)
  return {
    name,
    command: expanded(command),
    args: words.map((word) =>
      typeof word === 'string' ? expanded(word) : fail(`"args" of "${name}" must be texts`),
    ),
    env: texts(env, 'env'),
    cwd: typeof cwd === 'string' ? expanded(cwd) : undefined,
  }
}

function expand(text: string, fail: (what: string) => never): string {
  return text.replaceAll(
    /\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}/g,
    (_, name: string, otherwise?: string) => {
      return process.env[name] ?? otherwise ?? fail(`there is no environment variable ${name}`)
    },
  )
}
