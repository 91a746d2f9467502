import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** A host as plain as they come, without a header of its own, that serves a folder below a path. */
export async function hostStatic(folder: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(
      new URL(request.url ?? '/', 'http://host').pathname.replace(/^\/viewer\//, ''),
    )
    const file = join(folder, path === '' ? 'index.html' : path)
    try {
      const body = readFileSync(file)
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/viewer/`,
    close: () => server.closeAllConnections() ?? server.close(),
  }
}
