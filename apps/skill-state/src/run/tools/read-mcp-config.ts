import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import type { McpServer } from '@skill-state/mcp'
import {
  invalidOption,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  SkillStateError,
} from '@skill-state/protocol'
import { type ParseError, parse as parseJson } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'

/** Asks a person for a value that the file leaves open; undefined without an answer. */
export type AskInput = (question: string) => Promise<string | undefined>

/**
 * The servers of a host's file, as it is: `mcpServers` (Claude Desktop, Claude Code, Cursor), `servers` (VS Code) or `mcp_servers`
 * (Codex, in TOML). JSON may have comments. Variables of these hosts are put in. Throws `invalid-option` for anything else.
 */
export async function readMcpConfig(
  file: string,
  ask: AskInput = async () => undefined,
): Promise<readonly McpServer[]> {
  try {
    const config = parsed(file)
    const servers = serversOf(config)
    const values = await inputsOf(servers, config.inputs, ask)
    const used = Object.entries(servers).filter(([, server]) => isUsed(server))
    return used.map(([name, server]) => {
      if (!isJsonObject(server)) return fail(`"${name}" is not an object`)
      return serverOf(name, server, (text) => expand(text, values))
    })
  } catch (error) {
    if (!(error instanceof SkillStateError)) throw error
    throw invalidOption(`--mcp-config: ${file}: ${error.message}`)
  }
}

function fail(what: string): never {
  throw invalidOption(what)
}

function parsed(file: string): JsonObject {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return fail('it cannot be read')
  }
  if (file.endsWith('.toml')) {
    try {
      return parseToml(text) as JsonObject
    } catch {
      return fail('it is not TOML')
    }
  }
  const errors: ParseError[] = []
  const value: JsonValue = parseJson(text, errors, { allowTrailingComma: true })
  if (errors.length > 0) return fail('it is not JSON')
  return isJsonObject(value) ? value : {}
}

/** Of Claude Code's own file also those of the current folder. */
function serversOf({ mcpServers, servers, mcp_servers, projects }: JsonObject): JsonObject {
  const project = isJsonObject(projects) ? projects[process.cwd()] : undefined
  const own = isJsonObject(project) ? project.mcpServers : undefined
  const all = [mcpServers, servers, mcp_servers, own].filter(isJsonObject)
  return all.length === 0
    ? fail('it has no "mcpServers", "servers" or "mcp_servers"')
    : Object.assign({}, ...all)
}

function isUsed(server: JsonValue): boolean {
  return !isJsonObject(server) || (server.disabled !== true && server.enabled !== false)
}

/** What VS Code asks for, by `${input:id}`: only what a server uses. */
async function inputsOf(
  servers: JsonObject,
  inputs: JsonValue | undefined,
  ask: AskInput,
): Promise<ReadonlyMap<string, string>> {
  const text = JSON.stringify(Object.values(servers).filter(isUsed))
  const values = new Map<string, string>()
  for (const [, id = ''] of text.matchAll(/\$\{input:([^}"\\]+)\}/g)) {
    if (values.has(id)) continue
    const input = (Array.isArray(inputs) ? inputs : []).find((each) => isJsonObject(each) && each.id === id)
    const { description, default: otherwise } = isJsonObject(input) ? input : {}
    const answer = await ask(`${typeof description === 'string' ? description : id}:\n`)
    const value = answer || (typeof otherwise === 'string' ? otherwise : undefined)
    values.set(id, value ?? fail(`it asks for "${id}", and got no answer`))
  }
  return values
}

type Expand = (text: string) => string

function serverOf(name: string, server: JsonObject, expanded: Expand): McpServer {
  const { command, args = [], cwd, url = server.serverUrl, type, bearer_token_env_var: token } = server
  const text = (value: JsonValue | undefined, what: string): string =>
    typeof value === 'string' ? expanded(value) : fail(`"${what}" of "${name}" must be texts`)
  const texts = (what: string, value: JsonValue = server[what] ?? {}): Record<string, string> =>
    isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, text(each, what)]))
      : fail(`"${what}" of "${name}" is not an object`)
  if (typeof url === 'string') {
    const named = Object.entries(texts('env_http_headers')).map(([key, variable]) => [key, of(variable)])
    const bearer = typeof token === 'string' ? { authorization: `Bearer ${of(token)}` } : {}
    return {
      name,
      url: expanded(url),
      headers: { ...texts('headers'), ...texts('http_headers'), ...Object.fromEntries(named), ...bearer },
      type: type === 'sse' || type === 'http' ? type : undefined,
      oauth: oauthOf(server, expanded),
    }
  }
  if (typeof command !== 'string') return fail(`"${name}" has neither "command" nor "url"`)
  const words = Array.isArray(args) ? args : fail(`"args" of "${name}" is not a list`)
  const passed = (Array.isArray(server.env_vars) ? server.env_vars : []).map(String)
  return {
    name,
    command: expanded(command),
    args: words.map((word) => text(word, 'args')),
    env: {
      ...fileVariables(server.envFile, expanded),
      ...Object.fromEntries(passed.map((each) => [each, of(each)])),
      ...texts('env'),
    },
    cwd: typeof cwd === 'string' ? expanded(cwd) : undefined,
  }
}

/** Claude Code writes `oauth.clientId`, Cursor `auth.CLIENT_ID`. */
function oauthOf({ oauth, auth }: JsonObject, expanded: Expand) {
  const given = [oauth, auth].find(isJsonObject)
  if (given === undefined) return undefined
  const text = (...names: readonly string[]): string | undefined => {
    const value = names.map((name) => given[name]).find((each) => typeof each === 'string')
    return typeof value === 'string' ? expanded(value) : undefined
  }
  return { clientId: text('clientId', 'CLIENT_ID'), clientSecret: text('clientSecret', 'CLIENT_SECRET') }
}

function fileVariables(file: JsonValue | undefined, expanded: Expand): Record<string, string> {
  if (typeof file !== 'string') return {}
  const place = expanded(file)
  if (!existsSync(place)) return fail(`there is no file ${place}`)
  return parseEnv(readFileSync(place, 'utf8')) as Record<string, string>
}

/** A variable of our environment. */
function of(name: string): string {
  return process.env[name] ?? fail(`there is no environment variable ${name}`)
}

/** Puts in `${NAME}`, `${NAME:-default}` and what VS Code and Cursor know: `${env:NAME}`, `${input:id}`, folders. */
function expand(text: string, inputs: ReadonlyMap<string, string>): string {
  const folder = resolve('.')
  const known = new Map([
    ['workspaceFolder', folder],
    ['workspaceFolderBasename', basename(folder)],
    ['userHome', homedir()],
    ['pathSeparator', '/'],
    ['/', '/'],
  ])
  const variable = /\$\{(?:env:)?([A-Za-z_]\w*|\/)(?::-([^}]*))?\}/g
  return text
    .replaceAll(/\$\{input:([^}]+)\}/g, (_, id: string) => inputs.get(id) ?? '')
    .replaceAll(variable, (whole, name: string, otherwise?: string) => {
      const value = whole.startsWith('${env:') ? undefined : known.get(name)
      return value ?? process.env[name] ?? otherwise ?? of(name)
    })
}
