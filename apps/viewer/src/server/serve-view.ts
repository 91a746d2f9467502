import { createServer } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'
import { invalidOption, type SkillStateError } from '@skill-state/protocol'
import { appFolder } from './app-folder.ts'
import { openCatalogue } from './catalogue/catalogue.ts'
import { respond } from './http/respond.ts'

export interface ServeOptions {
  /** Default: one that is free. */
  readonly port?: number | undefined
  /** Address to listen on. Default 127.0.0.1: this machine alone. */
  readonly host?: string | undefined
}

export interface View {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves the viewer of a run's folder, or of a folder of runs, for reading. Throws `invalid-run` if there is no run,
 * `invalid-data` if the page is not built, and `invalid-option` if the address is empty or cannot be listened on.
 */
export async function serveView(directory: string, options: ServeOptions = {}): Promise<View> {
  return await listen(directory, appFolder(), options)
}

/** The same with the page of a folder. */
export async function listen(
  directory: string,
  app: string,
  { port = 0, host = '127.0.0.1' }: ServeOptions = {},
): Promise<View> {
  if (host === '') throw invalidOption('the host is empty; leave it out for 127.0.0.1')
  const catalogue = openCatalogue(directory)
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(unusable(host, port, error)))
    server.listen(port, host, resolve)
  })
  const { address, port: chosen } = server.address() as AddressInfo
  server.on('request', (request, response) => respond(request, response, { catalogue, app, address }))
  return {
    url: `http://${isIP(address) === 6 ? `[${address}]` : address}:${chosen}/`,
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
    EADDRNOTAVAIL: `${host} is not an address of this machine`,
    ENOTFOUND: `${host} is not an address of this machine`,
  }
  const message = reasons[error.code ?? ''] ?? `cannot listen on ${host}, port ${port}: ${error.message}`
  return invalidOption(message, { cause: error })
}
