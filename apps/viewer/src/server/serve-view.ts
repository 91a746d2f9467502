import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { SkillStateError } from '@skill-state/protocol'
import { appFolder } from './app-folder.ts'
import { type Catalogue, openCatalogue } from './catalogue.ts'
import { findAnswer } from './find-answer.ts'
import { HEADERS } from './security.ts'

export interface ServeOptions {
  /** Default: one that is free. */
  readonly port?: number | undefined
  /** Address to listen on. Default 127.0.0.1: this machine alone. */
  readonly host?: string | undefined
}

/** A page that is being served, until `close`. */
export interface View {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves the viewer of a run's folder, or of a folder of runs, for reading. Throws `invalid-run` where there is no run,
 * `invalid-data` where the page is not built, and `invalid-option` where the address cannot be listened on.
 */
export async function serveView(
  directory: string,
  { port = 0, host = '127.0.0.1' }: ServeOptions = {},
): Promise<View> {
  const catalogue = openCatalogue(directory)
  const app = appFolder()
  const server = createServer((request, response) => respond(request, response, { catalogue, app, host }))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(unusable(host, port, error)))
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const chosen = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${isIP(host) === 6 ? `[${host}]` : host}:${chosen}/`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

function unusable(host: string, port: number, error: NodeJS.ErrnoException): SkillStateError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} of ${host} is in use; choose another one`,
    EACCES: `port ${port} of ${host} is not allowed to you; choose one from 1024`,
    EADDRNOTAVAIL: `${host} is no address of this machine`,
    ENOTFOUND: `${host} is no address of this machine`,
  }
  const message = reasons[error.code ?? ''] ?? `cannot listen on ${host}, port ${port}: ${error.message}`
  return new SkillStateError('invalid-option', message, { cause: error })
}

interface Served {
  readonly catalogue: Catalogue
  readonly app: string
  readonly host: string
}

function respond(request: IncomingMessage, response: ServerResponse, { catalogue, app, host }: Served): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  if (!isOwnName(request.headers.host, host)) refuse(response, 421, 'not the name of this host')
  else if (request.method !== 'GET' && request.method !== 'HEAD')
    refuse(response, 405, 'only reading is possible')
  else give(request, response, { catalogue, app })
}

function give(
  request: IncomingMessage,
  response: ServerResponse,
  { catalogue, app }: Omit<Served, 'host'>,
): void {
  try {
    const [pathname = '/'] = (request.url ?? '/').split('?')
    const answer = findAnswer(catalogue, app, pathname)
    if (answer === undefined) {
      refuse(response, 404, 'there is no such file')
      return
    }
    const etag = `"${createHash('sha256').update(answer.body).digest('hex').slice(0, 32)}"`
    response.setHeader('ETag', etag)
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end()
      return
    }
    response.writeHead(200, { 'Content-Type': answer.type, 'Content-Length': Buffer.byteLength(answer.body) })
    response.end(request.method === 'HEAD' ? undefined : answer.body)
  } catch (error) {
    refuse(response, 500, error instanceof Error ? error.message : String(error))
  }
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${reason}\n`)
}

const LOOPBACK = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/

/** On loopback, only its own names: another name could be a stranger's page that was pointed at this machine. */
function isOwnName(header: string | undefined, host: string): boolean {
  if (!/^(127\.|::1$|localhost$)/.test(host)) return true
  return LOOPBACK.test((header ?? '').replace(/:\d+$/, ''))
}
