import { invalidOption, known, type SkillStateError } from '@skill-state/protocol'
import type { ModelCapabilities } from '../capabilities/capabilities.ts'
import { isKey, readKey } from '../secrets/read-key.ts'
import { Secret } from '../secrets/secret.ts'
import type { TransportSettings } from '../transport/transport.ts'
import type { ProviderEntry, WireFormat } from './provider.ts'
import { providerEntry } from './provider-table.ts'

/** Where requests go, and who pays. What is left out comes from the provider's environment variables. */
export interface ConnectionOptions {
  readonly apiKey?: string | Secret | undefined
  readonly baseUrl?: string | undefined
  readonly organization?: string
  readonly project?: string
  /** Sent with each request. */
  readonly headers?: Readonly<Record<string, string>>
  /** Default: the environment of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** What every adapter of a provider takes. */
export interface AdapterOptions extends ConnectionOptions {
  /** The model by the provider's name. */
  readonly model: string
  /** Most tokens of a reply, hidden reasoning included. Default: what the table of capabilities says. */
  readonly maxOutputTokens?: number | undefined
  /** Whether the reply is sent as it is written. Default: true, as Node's `fetch` gives up a response that is silent for five minutes. */
  readonly stream?: boolean
  /** What is known better than in the table. */
  readonly capabilities?: Partial<ModelCapabilities> | undefined
  readonly transport?: TransportSettings
}

export interface Endpoint {
  readonly baseUrl: string
  /** Host and port of the base URL, for the record. */
  readonly host: string
  readonly key?: Secret
  readonly keyVariable?: string
  readonly organization?: string
  readonly project?: string
  readonly headers: Readonly<Record<string, string>>
  /** What no message may show. */
  readonly secrets: readonly Secret[]
}

/** Throws `missing-key` if a needed key is missing, `invalid-option` if the base URL, the key or a header cannot be used. */
export function endpointOf(provider: string, options: ConnectionOptions): Endpoint {
  const entry = providerEntry(provider)
  const { env = process.env } = options
  const headers = { ...headersFrom(read(env, entry?.headersVariable)), ...options.headers }
  for (const [name, value] of Object.entries(headers)) ensureHeader(provider, name, value)
  const baseUrl = options.baseUrl ?? baseUrlFrom(provider, entry, env)
  const key = keyOf(provider, entry, options.apiKey, env)
  const organization = options.organization ?? read(env, entry?.organizationVariable)
  const project = options.project ?? read(env, entry?.projectVariable)
  const { host, searchParams } = addressOf(provider, baseUrl, entry?.wire)
  const queries = [...searchParams.values()].map((value) => new Secret(value))
  return {
    baseUrl,
    host,
    headers,
    secrets: [...(key === undefined ? [] : [key]), ...secretHeaders(headers), ...queries],
    ...known({ key, keyVariable: entry?.keyVariables[0], organization, project }),
  }
}

function keyOf(
  provider: string,
  entry: ProviderEntry | undefined,
  given: string | Secret | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Secret | undefined {
  if (given !== undefined) return givenKey(provider, given)
  const [first, ...others] = entry?.keyVariables ?? []
  if (entry === undefined || first === undefined) return undefined
  const variable = [first, ...others].find((name) => read(env, name) !== undefined)
  if (variable === undefined && !entry.keyNeeded) return undefined
  return readKey(provider, variable ?? first, env)
}

function givenKey(provider: string, given: string | Secret): Secret {
  const key = (given instanceof Secret ? given.reveal() : given).trim()
  if (isKey(key)) return new Secret(key)
  throw invalidOption(`apiKey for ${provider} is no key: it must be printable ASCII characters, at least one`)
}

function ensureHeader(provider: string, name: string, value: string): void {
  try {
    new Headers([[name, value]])
  } catch {
    const shown = JSON.stringify(name).slice(0, 80)
    const message = `the header ${shown} for ${provider} cannot be sent: its name or value is no text for a header`
    throw invalidOption(message)
  }
}

function baseUrlFrom(
  provider: string,
  entry: ProviderEntry | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const chosen = read(env, entry?.baseUrlVariable)
  if (chosen !== undefined) return provider === 'ollama' ? ollamaUrl(chosen) : chosen
  if (entry !== undefined) return entry.baseUrl
  throw invalidOption(`${provider} is in no table of providers: give its baseUrl`)
}

/** The base URL for `OLLAMA_HOST`, which may lack scheme and port, or be the address of all interfaces, which cannot be called. */
function ollamaUrl(host: string): string {
  const hasScheme = host.includes('://')
  const url = URL.parse(hasScheme ? host : `http://${/:\d+\/*$/.test(host) ? host : `${host}:11434`}`)
  if (url === null) return host
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  return `${url.href.replace(/\/+$/, '')}/v1`
}

/** Anthropic's SDK has no place for a query; OpenAI's sends it with each request. */
function addressOf(provider: string, baseUrl: string, wire: WireFormat = 'chat'): URL {
  const refuse = (reason: string): SkillStateError => invalidOption(`the base URL of ${provider} ${reason}`)
  const url = URL.parse(baseUrl)
  if (url === null || !/^https?:$/.test(url.protocol)) throw refuse('must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') {
    throw refuse('holds a user name or password: give them as a header')
  }
  if (url.hash !== '' || (wire === 'messages' && url.search !== '')) {
    throw refuse('must end with its path, without ? or #')
  }
  return url
}

/** A header's name does not say if it is secret. */
function secretHeaders(headers: Readonly<Record<string, string>>): readonly Secret[] {
  return Object.values(headers).map((value) => new Secret(value.replace(/^(Bearer|Basic) /i, '')))
}

function read(
  env: Readonly<Record<string, string | undefined>>,
  variable: string | undefined,
): string | undefined {
  return variable === undefined ? undefined : env[variable]?.trim() || undefined
}

/** Headers as the SDKs' environment variables hold them, one a line: `Name: value`. Other lines are passed over. */
export function headersFrom(lines = ''): Readonly<Record<string, string>> {
  const pairs = lines.split('\n').flatMap((line) => {
    const [, name, value] = /^([^:]+):(.*)$/.exec(line.trim()) ?? []
    return name === undefined || value === undefined ? [] : [[name.trim(), value.trim()] as const]
  })
  return Object.fromEntries(pairs)
}
