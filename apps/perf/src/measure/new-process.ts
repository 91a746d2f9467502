import { fork } from 'node:child_process'
import { once } from 'node:events'

/** What a program sends that runs in a process of its own: nothing was warmed or left in memory by another one. */
export async function sentBy<T>(program: URL, args: readonly string[]): Promise<T> {
  const child = fork(program, args)
  let sent: T | undefined
  child.on('message', (message) => {
    sent = message as T
  })
  await once(child, 'exit')
  if (sent === undefined) throw new Error(`"${args.join(' ')}" ended without figures; its error is above`)
  return sent
}
