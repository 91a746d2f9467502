import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves a folder on loopback as a host of static files does, with `/page` for `page.html`. */
export async function serve(folder: string): Promise<{ address: string; close: () => void }> {
  const server = createServer(({ url = '/' }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, 'http://site').pathname))
    const file = [`${path}.html`, join(path, 'index.html'), path]
      .map((name) => join(folder, name))
      .find((name) => extname(name) !== '' && existsSync(name))
    response.statusCode = file === undefined ? 404 : 200
    response.setHeader('content-type', TYPES[extname(file ?? '.html')] ?? 'application/octet-stream')
    response.end(readFileSync(file ?? join(folder, '404.html')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() }
}
