import { once } from 'node:events'
import { serveView, writeStatic } from '@skill-state/viewer'
import { folderPath, positiveInteger } from '../options.ts'
import { UsageError } from '../usage-error.ts'

export interface ViewFlags {
  readonly port?: string
  readonly host?: string
  readonly static?: string
}

/** `bench view`: serves the viewer until Ctrl-C, or writes it into a folder that any file host can serve. */
export async function viewCommand(directory: string, flags: ViewFlags): Promise<void> {
  const { port, host, static: out } = flags
  if (out !== undefined) {
    if (port !== undefined || host !== undefined) {
      throw new UsageError('--static: it writes files and serves nothing; leave out --port and --host')
    }
    writeStatic(directory, folderPath('--static', out))
    process.stdout.write(`The viewer and the traces of ${directory}: ${out}\n`)
    return
  }
  const view = await serveView(directory, { host, port: port === undefined ? undefined : readPort(port) })
  const ended = once(process, 'SIGINT')
  process.stdout.write(`${view.url}\nCtrl-C ends it.\n`)
  await ended
  await view.close()
}

const HIGHEST_PORT = 65_535

function readPort(text: string): number {
  const port = positiveInteger('--port', text)
  if (port <= HIGHEST_PORT) return port
  throw new UsageError(`--port: ${text} is no port: the highest is ${HIGHEST_PORT}`)
}
