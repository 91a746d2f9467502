import { createHash } from 'node:crypto'
import { closeSync, createReadStream, fstatSync, openSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { pipeline } from 'node:stream'
import { reasonOf } from '@skill-state/protocol'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { type FileAnswer, findAnswer, type TextAnswer } from './find-answer.ts'
import { HEADERS } from './security.ts'

/** What is served, and the address that the server listens on, as the system reports it. */
interface Served {
  readonly catalogue: Catalogue
  readonly app: string
  readonly address: string
}

/** Answers a request: for reading alone, by its own name alone, with the security policy on each answer. */
export function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { catalogue, app, address }: Served,
): void {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
  if (isLoopback(address) && !isLoopbackName(request.headers.host))
    reject(response, 421, 'not the name of this host')
  else if (request.method !== 'GET' && request.method !== 'HEAD')
    reject(response, 405, 'only reading is possible')
  else give(request, response, { catalogue, app })
}

function give(
  request: IncomingMessage,
  response: ServerResponse,
  { catalogue, app }: Omit<Served, 'address'>,
): void {
  try {
    const [pathname = '/', query] = (request.url ?? '/').split('?')
    const answer = findAnswer(catalogue, app, pathname, query)
    if (answer === undefined) reject(response, 404, 'there is no such file')
    else if ('path' in answer) giveFile(request, response, answer)
    else giveText(request, response, answer)
  } catch (error) {
    reject(response, 500, reasonOf(error))
  }
}

function giveText(request: IncomingMessage, response: ServerResponse, { type, body }: TextAnswer): void {
  const etag = `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`
  const isWanted = begin(request, response, { type, etag, bytes: Buffer.byteLength(body) })
  response.end(isWanted ? body : undefined)
}

/** Sends a file in pieces, as long as it is now: a trace may be large, and may grow meanwhile. */
function giveFile(request: IncomingMessage, response: ServerResponse, { type, path }: FileAnswer): void {
  const descriptor = openSync(path, 'r')
  const { size, mtimeNs, ino } = fstatSync(descriptor, { bigint: true })
  const bytes = Number(size)
  if (!begin(request, response, { type, etag: `"${ino}-${size}-${mtimeNs}"`, bytes }) || bytes === 0) {
    closeSync(descriptor)
    response.end()
    return
  }
  const file = createReadStream('', { fd: descriptor, start: 0, end: bytes - 1 })
  pipeline(file, response, () => {}) // a reader who leaves, or a file that shrinks, ends the connection
}

/** Writes the head of an answer, and says whether its body follows. */
function begin(
  request: IncomingMessage,
  response: ServerResponse,
  { type, etag, bytes }: { readonly type: string; readonly etag: string; readonly bytes: number },
): boolean {
  response.setHeader('ETag', etag)
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304)
    return false
  }
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes })
  return request.method !== 'HEAD'
}

function reject(response: ServerResponse, status: number, reason: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${reason}\n`)
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether an address, in any notation of Node, reaches this machine alone. */
function isLoopback(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a `Host:` header names this machine: any other name may be a stranger's that was pointed here. */
function isLoopbackName(header: string | undefined): boolean {
  const url = header !== undefined && /^[\w.:[\]-]+$/.test(header) ? URL.parse(`http://${header}`) : null
  if (url === null) return false
  return url.hostname === 'localhost' || isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
}
