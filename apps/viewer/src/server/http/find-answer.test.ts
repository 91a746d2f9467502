import { once } from 'node:events'
import { mkdtempSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { conditionsOf, playEpisode, writeRun } from '../../../test/play-episode.ts'
import { type Catalogue, openCatalogue } from '../catalogue/catalogue.ts'
import { findAnswer } from './find-answer.ts'
import { respond } from './respond.ts'
import { POLICY } from './security.ts'

/** Bytes of a large trace. */
const LARGE = 50_000_000

let path: string
let app: string
let catalogue: Catalogue
let trace: string
let traceFile: string
beforeAll(async () => {
  path = writeRun('scaling', conditionsOf({ prompt: {} }), [await playEpisode('prompt', {})])
  app = mkdtempSync(join(tmpdir(), 'viewer-app-'))
  writeFileSync(join(app, 'index.html'), '<!doctype html>')
  catalogue = openCatalogue(path)
  const [row] = catalogue.manifest(Number.POSITIVE_INFINITY).episodes
  traceFile = join(path, row?.file ?? '')
  trace = `/data/runs/scaling/${(row?.file ?? '').split('/').map(encodeURIComponent).join('/')}`
  writeFileSync(join(dirname(path), 'secret.json'), 'secret')
  writeFileSync(join(path, 'notes.txt'), 'secret')
  symlinkSync(join(dirname(path), 'secret.json'), join(path, 'episodes', 'link.jsonl'))
  symlinkSync(dirname(path), join(path, 'episodes', 'up'))
})

describe('the host', () => {
  test('gives the page, the manifest, the conditions and the traces', () => {
    expect(findAnswer(catalogue, app, '/')?.type).toContain('text/html')
    const answer = findAnswer(catalogue, app, '/data/manifest.json')
    expect(JSON.parse(answer && 'body' in answer ? answer.body : '').runs).toHaveLength(1)
    expect(findAnswer(catalogue, app, '/data/runs/scaling/run.json')?.type).toContain('json')
    expect(findAnswer(catalogue, app, trace)?.type).toContain('text/plain')
  })

  test.for([
    '/..%2f..%2fetc%2fpasswd',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
    '/etc/passwd',
    '/data/runs/scaling/../secret.json',
    '/data/runs/scaling/..%2fsecret.json',
    '/data/runs/scaling/episodes/..%2f..%2f..%2fsecret.json',
    '/data/runs/scaling/episodes/../../../secret.jsonl',
    '/data/runs/scaling/episodes/link.jsonl',
    '/data/runs/scaling/episodes/up/secret.json',
    '/data/runs/scaling/episodes/..%5c..%5csecret.jsonl',
    '/data/runs/scaling/episodes/a%00.jsonl',
    '/data/runs/scaling/notes.txt',
    '/data/runs/scaling/run.lock',
    '/data/runs/..%2f/run.json',
    '/data/runs//run.json',
    '/data/validators/..%2f..%2fpackage.json',
    '/data/validators/__proto__',
    '/data/manifest.json/x',
    '/%',
    '/assets',
  ])('rejects %s', (pathname) => {
    expect(findAnswer(catalogue, app, pathname)).toBeUndefined()
  })
})

describe('a response', () => {
  /** Sends a request as it is: no client puts its path or its host in order. */
  async function ask(
    options: { path: string; method?: string; headers?: Record<string, string> },
    address = '127.0.0.1',
  ) {
    const server = createServer((asked, response) => respond(asked, response, { catalogue, app, address }))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      return await new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
        (resolve, reject) => {
          const sent = request({ host: '127.0.0.1', port, agent: false, ...options }, (response) => {
            let body = ''
            response.on('data', (chunk) => {
              body += chunk
            })
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
            )
          })
          sent.on('error', reject)
          sent.end()
        },
      )
    } finally {
      server.close()
    }
  }

  test('carries the security policy, and no content is guessed', async () => {
    for (const path of ['/', '/data/manifest.json', '/nothing']) {
      const { headers } = await ask({ path })
      expect(headers['content-security-policy']).toContain(POLICY)
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    expect(POLICY).toMatch(/^default-src 'none'; script-src 'self'; /)
    expect(POLICY).not.toMatch(/unsafe|\*|https?:/)
  })
  test('to a path that leads out is that there is no such file', async () => {
    expect(await ask({ path: '/../../etc/passwd' })).toMatchObject({
      status: 404,
      body: 'there is no such file\n',
    })
    expect((await ask({ path: 'http://127.0.0.1/etc/passwd' })).status).toBe(404)
  })
  test('is only to reading', async () => {
    expect((await ask({ path: '/', method: 'POST' })).status).toBe(405)
    expect(await ask({ path: '/', method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  })
  test('rejects another name of this machine', async () => {
    expect((await ask({ path: '/', headers: { Host: 'evil.example' } })).status).toBe(421)
    expect((await ask({ path: '/', headers: { Host: 'localhost:1' } })).status).toBe(200)
    expect((await ask({ path: '/', headers: { Host: 'machine.example' } }, '0.0.0.0')).status).toBe(200)
  })
  test.for(['127.0.0.1', '127.0.1.1', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
    'is given at %s to the names of this machine alone',
    async (address) => {
      const statusFor = async (Host: string) => (await ask({ path: '/', headers: { Host } }, address)).status
      for (const own of ['localhost', 'LOCALHOST:1', '127.0.0.1:80', '[::1]', '[::ffff:7f00:1]:8000'])
        expect(await statusFor(own), own).toBe(200)
      for (const other of ['evil.example', '127.0.0.1.evil.example', 'a@127.0.0.1', '[::2]', '10.0.0.1'])
        expect(await statusFor(other), other).toBe(421)
    },
  )
  test('sends a large trace in pieces, also to twenty readers at once', async () => {
    const large = join(dirname(traceFile), 'large.jsonl')
    writeFileSync(large, '')
    truncateSync(large, LARGE)
    const asked = `${trace.slice(0, trace.lastIndexOf('/'))}/large.jsonl`
    const address = '127.0.0.1'
    const server = createServer((asked, response) => respond(asked, response, { catalogue, app, address }))
    await once(server.listen(0, address), 'listening')
    const { port } = server.address() as AddressInfo
    const before = process.memoryUsage().external
    const readers = Array.from({ length: 20 }, () => request({ port, host: address, path: asked }).end())
    const answers = await Promise.all(readers.map((reader) => once(reader, 'response')))
    const used = process.memoryUsage().external - before
    for (const [answer] of answers as [IncomingMessage][]) {
      expect(answer.headers['content-length']).toBe(String(LARGE))
      answer.destroy()
    }
    expect(used).toBeLessThan(LARGE)
    server.close()
    const { headers } = await ask({ path: asked, method: 'HEAD' })
    expect(await ask({ path: asked, headers: { 'If-None-Match': String(headers.etag) } })).toMatchObject({
      status: 304,
      body: '',
    })
    expect((await ask({ path: trace })).body).toBe(readFileSync(traceFile, 'utf8'))
  })
  test('to who has the newest is that nothing has changed', async () => {
    const { headers } = await ask({ path: '/data/manifest.json' })
    const again = await ask({
      path: '/data/manifest.json',
      headers: { 'If-None-Match': String(headers.etag) },
    })
    expect(again).toMatchObject({ status: 304, body: '' })
  })
})
