import { once } from 'node:events'
import { serveView, writeStatic } from '@skill-state/viewer'
import { positiveInteger } from '../options.ts'
import { UsageError } from '../usage-error.ts'

export interface ViewFlags {
  readonly port?: string
  readonly host?: string
  readonly static?: string
}

const HIGHEST_PORT = 65_535

/** `bench view`: serves the viewer until Ctrl-C, or writes it into a folder that any file host can serve. */
export async function viewCommand(directory: string, flags: ViewFlags): Promise<void> {
  const { port, host, static: out } = flags
  if (out !== undefined) {
    if (port !== undefined || host !== undefined) {
      throw new UsageError('--static: it writes files and serves nothing; leave out --port and --host')
    }
    writeStatic(directory, out)
    process.stdout.write(`The viewer and the traces of ${directory}: ${out}\n`)
    return
  }
  const view = await serveView(directory, {
    host,
    port: port === undefined ? undefined : positiveInteger('--port', port, HIGHEST_PORT),
  })
  process.stdout.write(`${view.url}\nCtrl-C ends it.\n`)
  await once(process, 'SIGINT')
  await view.close()
}
