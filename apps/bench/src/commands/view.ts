import { once } from 'node:events'
import { invalidOption } from '@skill-state/protocol'
import { type ServeOptions, serveView, writeStatic } from '@skill-state/viewer'
import { print } from '../print.ts'
import type { Flags } from '../program/fields.ts'
import { withRuns } from '../with-runs.ts'

/**
 * `bench view`: serves the viewer until Ctrl-C, or writes it into a folder that any file host can serve. What is served
 * of an address follows the workers.
 */
export async function viewCommand({ static: out, ...options }: Flags['view'], name: string): Promise<void> {
  if (out === undefined) {
    await withRuns([name], ({ folder, broken }) => serve(folder(name), options, broken), { isLive: true })
    return
  }
  if (options.port !== undefined || options.host !== undefined) {
    throw invalidOption('--static: it writes files and serves nothing; leave out --port and --host')
  }
  await withRuns([name], ({ folder, shown }) => {
    writeStatic(folder(name), out)
    print(shown(`The viewer and the traces of ${folder(name)}: ${out}\n`))
  })
}

async function serve(directory: string, options: ServeOptions, broken: Promise<never>): Promise<void> {
  const view = await serveView(directory, options)
  const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  print(`${view.url}\nCtrl-C ends it.\n`)
  try {
    await Promise.race([ended, broken])
  } finally {
    await view.close()
  }
}
