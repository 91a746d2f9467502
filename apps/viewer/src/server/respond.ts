import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Catalogue } from './catalogue.ts'
import { findAnswer } from './find-answer.ts'
import { HEADERS } from './security.ts'

/** What is served, and the address that it is served at. */
interface Served {
  readonly catalogue: Catalogue
  readonly app: string
  readonly host: string
}

/** Answers a request: for reading alone, by its own name alone, with the security policy on each answer. */
export function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { catalogue, app, host }: Served,
): void {
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
