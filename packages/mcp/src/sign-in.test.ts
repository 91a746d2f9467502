import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ClientCredentialsProvider } from '@modelcontextprotocol/client'
import { isJsonObject, type JsonObject } from '@skill-state/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openMcp } from './connection/open-mcp.ts'
import { mcpEnvironment } from './environment.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A server and its place of sign-in on this machine. Each token serves for `requests` requests. */
async function serverWithSignIn({ requests = Infinity } = {}): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = []
  let left = 0
  const server = createServer(async (request, response) => {
    const { origin, pathname, searchParams } = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const send = (value: JsonObject, status = 200, headers = {}): ServerResponse =>
      response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(value))
    if (pathname !== '/mcp') asked.push(pathname)
    if (pathname === '/.well-known/oauth-protected-resource/mcp')
      return send({ resource: `${origin}/mcp`, authorization_servers: [origin] })
    if (pathname === '/.well-known/oauth-authorization-server')
      return send({
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      })
    if (pathname === '/register') return send({ ...(await bodyOf(request)), client_id: 'us' }, 201)
    if (pathname === '/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.search = new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '' }).toString()
      return response.writeHead(302, { location: back.href }).end()
    }
    if (pathname === '/token') {
      left = requests
      const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
      asked.push(`${form.get('grant_type')} ${request.headers.authorization ?? ''}`)
      return send({ access_token: `token-${asked.length}`, token_type: 'Bearer' })
    }
    if (request.method !== 'POST') return response.writeHead(405).end()
    const { id, method } = await bodyOf(request)
    if (!request.headers.authorization?.startsWith('Bearer token-') || left-- <= 0)
      return send({}, 401, {
        'www-authenticate': `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
      })
    if (id === undefined) return response.writeHead(202).end()
    const result = RESULTS[typeof method === 'string' ? method : '']
    if (result === undefined) return send({ jsonrpc: '2.0', id, error: { code: -32601, message: 'none' } })
    return send({ jsonrpc: '2.0', id, result })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, asked }
}

const RESULTS: Readonly<Record<string, JsonObject>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'locked', version: '1' },
  },
  'tools/list': { tools: [{ name: 'go', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'inside' }] },
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const value: unknown = JSON.parse(Buffer.concat(await request.toArray()).toString())
  return isJsonObject(value) ? value : {}
}

describe('a server that asks for a sign-in', () => {
  test('is one line that says what to do, if no person can sign in', async () => {
    const { url } = await serverWithSignIn()
    await expect(openMcp([{ url }])).rejects.toMatchObject({
      code: 'environment-failed',
      message: expect.stringMatching(/asks for a sign-in \(401\): give a token in its headers/),
    })
  })

  test('is used once a person has signed in, and the sign-in is kept', async () => {
    const { url, asked } = await serverWithSignIn()
    const kept = new Map<string, string>()
    const credentials = {
      read: (key: string) => kept.get(key),
      write: (key: string, text: string) => void kept.set(key, text),
    }
    const pages: string[] = []
    const onAuthorize = async (page: URL): Promise<void> => {
      pages.push(page.pathname)
      await (await fetch(page)).text()
    }
    for (const _ of ['first', 'second']) {
      const world = mcpEnvironment(await openMcp([{ url }], { onAuthorize, credentials }))
      await world.reset({ seed: 1 })
      expect((await world.step({ go: {} })).text).toBe('inside')
      await world.close()
    }
    expect([pages, asked.filter((path) => path === '/token').length]).toEqual([['/authorize'], 1])
  })

  test('may ask again in the middle of a run, and the call is answered', async () => {
    const { url, asked } = await serverWithSignIn({ requests: 4 })
    const onAuthorize = async (page: URL): Promise<void> => void (await (await fetch(page)).text())
    const world = mcpEnvironment(await openMcp([{ url }], { onAuthorize }))
    await world.reset({ seed: 1 })
    for (const _ of Array.from({ length: 6 })) expect((await world.step({ go: {} })).text).toBe('inside')
    await world.close()
    expect(asked.filter((path) => path === '/authorize').length).toBeGreaterThan(1)
  })

  test('signs in as the given provider says, and asks no person', async () => {
    const { url, asked } = await serverWithSignIn()
    const authProvider = new ClientCredentialsProvider({
      clientId: 'them',
      clientSecret: 'other',
      expectedIssuer: new URL(url).origin,
    })
    const onAuthorize = vi.fn()
    const world = mcpEnvironment(await openMcp([{ url, authProvider }], { onAuthorize }))
    await world.close()
    expect([asked.at(-1), onAuthorize.mock.calls]).toEqual([
      `client_credentials Basic ${btoa('them:other')}`,
      [],
    ])
  })

  test('takes no way back that the page did not come from', async () => {
    const { url } = await serverWithSignIn()
    const answers: number[] = []
    const connections = await openMcp([{ url }], {
      async onAuthorize(page) {
        const back = new URL(page.searchParams.get('redirect_uri') ?? '')
        back.search = 'code=evil&state=guessed'
        answers.push((await fetch(back)).status)
        await (await fetch(page)).text()
      },
    })
    await connections.close()
    expect(answers).toEqual([404])
  })
})
