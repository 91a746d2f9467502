import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import type { JsonObject, JsonValue } from '@skill-state/protocol'

/** What the server does with one request. */
export interface Scene {
  /** Default: 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The body: JSON, or text or bytes that are sent as they are. */
  readonly json?: JsonValue
  readonly text?: string
  readonly bytes?: Uint8Array
  /** Server-sent events instead of a body. A text is sent as it is. */
  readonly events?: readonly (ServerEvent | string)[]
  /** Further events, each sent as soon as the test gives it. */
  readonly live?: AsyncIterable<ServerEvent | string>
  /** Before the headers and before each event. Default: none. */
  readonly delayMs?: number
  /** `cut` closes the socket before the end, `never` leaves it open. Default: `whole`. */
  readonly ending?: 'whole' | 'cut' | 'never'
}

export interface ServerEvent {
  readonly event?: string
  readonly data: JsonValue
}

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  /** Empty unless it is JSON. */
  readonly body: JsonObject
  readonly text: string
}

export interface Loopback {
  /** `http://127.0.0.1:port`, without a slash at the end. */
  readonly url: string
  readonly requests: readonly ReceivedRequest[]
  /** Sockets that are in use: a client may keep idle ones for later requests. */
  busySockets(): number
  close(): Promise<void>
}

/** Plays the scenes in turn, then the last one again and again. */
export type Scenes = readonly [Scene, ...Scene[]] | ((request: ReceivedRequest, index: number) => Scene)

/** A real HTTP server on this machine. Who starts it closes it. */
export async function startLoopback(scenes: Scenes): Promise<Loopback> {
  const requests: ReceivedRequest[] = []
  const busy = new Set<Socket>()
  const server = createServer((incoming, response) => {
    busy.add(incoming.socket)
    response.once('close', () => busy.delete(incoming.socket))
    void receive(incoming).then((request) => {
      requests.push(request)
      return play(sceneFor(scenes, request, requests.length - 1), response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    busySockets: () => busy.size,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Runs the body beside a server that is closed afterwards. */
export async function withLoopback<T>(scenes: Scenes, body: (server: Loopback) => Promise<T>): Promise<T> {
  const server = await startLoopback(scenes)
  try {
    return await body(server)
  } finally {
    await server.close()
  }
}

function sceneFor(scenes: Scenes, request: ReceivedRequest, index: number): Scene {
  if (typeof scenes === 'function') return scenes(request, index)
  return scenes[Math.min(index, scenes.length - 1)] ?? scenes[0]
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const { method = '', url = '', headers } = incoming
  let text = ''
  for await (const chunk of incoming.setEncoding('utf8')) text += chunk
  const isJson = text !== '' && !headers['content-type']?.startsWith('multipart/')
  return { method, path: url, headers, body: isJson ? JSON.parse(text) : {}, text }
}

async function play(scene: Scene, response: ServerResponse): Promise<void> {
  const { status = 200, headers = {}, delayMs = 0, ending = 'whole' } = scene
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const body = bodyOf(scene)
  const sent = ending === 'whole' ? body : body.subarray(0, body.length / 2)
  const length = scene.events === undefined ? { 'content-length': body.length } : {}
  await pause(delayMs, gone.signal)
  response.writeHead(status, { 'content-type': typeOf(scene), ...length, ...headers })
  response.flushHeaders()
  if (sent.length > 0) await write(response, sent)
  for (const event of scene.events ?? []) {
    await pause(delayMs, gone.signal)
    await write(response, wireForm(event))
  }
  for await (const event of scene.live ?? []) await write(response, wireForm(event))
  if (ending === 'whole') response.end()
  if (ending === 'cut') response.destroy()
}

function typeOf({ events, json }: Scene): string {
  if (events !== undefined) return 'text/event-stream'
  return json === undefined ? 'text/plain' : 'application/json'
}

function bodyOf({ json, text = '', bytes = Buffer.from(text) }: Scene): Uint8Array {
  return json === undefined ? bytes : Buffer.from(JSON.stringify(json))
}

function wireForm(given: ServerEvent | string): string {
  if (typeof given === 'string') return given
  const { event, data } = given
  const name = event === undefined ? '' : `event: ${event}\n`
  return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`
}

/** Resolves when the bytes are handed over, or the client has gone. */
function write(response: ServerResponse, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.write(text, () => resolve())
  })
}

/** Ends early when the client has gone. */
async function pause(milliseconds: number, gone: AbortSignal): Promise<void> {
  if (milliseconds > 0) await wait(milliseconds, undefined, { signal: gone }).catch(() => {})
}

/** Waits for the condition. If it never becomes true, the test ends by its time limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turn()
}
