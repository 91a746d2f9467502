import { readOfProcess } from './orphans.ts'

const pollMs = 100
const pageBytes = 4096

/**
 * If no cgroup can be had: adds up the resident memory of a process and all its descendants ten times a
 * second and calls `exceeded` when it is over the limit. Softer than a cgroup: what is taken and given back
 * between two looks goes unseen, as does what no process maps, such as a memfd, inodes and what waits in
 * sockets; and pages that processes share count once for each.
 *
 * @returns A function that stops it.
 */
export function watchMemory(root: number, limitBytes: number, exceeded: () => void): () => void {
  const timer = setInterval(() => {
    if (residentBytes(root) > limitBytes) exceeded()
  }, pollMs)
  return () => clearInterval(timer)
}

/** In bytes; processes that end meanwhile count as nothing. */
export function residentBytes(root: number): number {
  let pages = 0
  const found = [root]
  for (const pid of found) {
    pages += Number(readOfProcess(pid, 'statm').split(' ')[1] ?? 0)
    found.push(...children(pid))
  }
  return pages * pageBytes
}

function children(pid: number): readonly number[] {
  const listed = readOfProcess(pid, `task/${pid}/children`)
  return listed.split(' ').filter(Boolean).map(Number)
}
