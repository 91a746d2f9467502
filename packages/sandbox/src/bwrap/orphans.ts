import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/**
 * Ends what bubblewrap leaves behind when it is killed while it starts, as it is with its parent: its child, which is
 * in namespaces of its own and waits there for ever, with no program of a session in it. It is known by the command
 * line, by a parent that is no bubblewrap, and by a namespace of processes that is not its parent's.
 *
 * @param words How the sessions' command line begins.
 */
export function endOrphans(words: readonly string[]): void {
  const start = words.map((word) => `${word}\0`).join('')
  const ours = readdirSync('/proc').filter((pid) => readOfProcess(pid, 'cmdline').startsWith(start))
  for (const pid of ours.filter(isOrphan)) end(Number(pid))
}

function isOrphan(pid: string): boolean {
  const parent = /^PPid:\t(\d+)$/m.exec(readOfProcess(pid, 'status'))?.[1] ?? '0'
  const namespace = pidNamespace(pid)
  return (
    readOfProcess(parent, 'comm') !== 'bwrap\n' &&
    namespace !== undefined &&
    namespace !== pidNamespace(parent)
  )
}

function pidNamespace(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return undefined
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Another user's, or gone meanwhile.
  }
}

/** A file of a process, as `status`; empty once the process has ended. */
export function readOfProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}
