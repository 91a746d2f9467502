import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Limits } from '../sandbox.ts'

export interface Cgroup {
  /** @throws if the kernel does not let this process move another one there. */
  readonly add: (pid: number) => void
  /** Waits until its processes are gone, at most two seconds. Never throws: what stays is for the next start. */
  readonly remove: () => Promise<void>
}

type Settings = Readonly<Record<string, number>>

/** One place to make a group in, with what to write there; `optional` is missing if the kernel has no swap. */
interface Place {
  readonly parent: string
  readonly settings: Settings
  readonly optional: Settings
}

const prefix = 'skill-state-'

/**
 * A new group with the limits, or `undefined` if this process may not make one. Version 1 has a tree for
 * each controller, version 2 one tree, in which a user may own a branch above this process.
 *
 * @param root Where the kernel's tree is mounted.
 */
export function openCgroup(limits: Limits, root = '/sys/fs/cgroup'): Cgroup | undefined {
  for (const places of [...version1(limits, root), ...version2(limits, root)]) {
    const group = tryToCreate(places)
    if (group) return group
  }
  return undefined
}

/** Removes the empty groups that a killed harness left behind. Those of a living one are not touched. */
export function removeStaleCgroups(root = '/sys/fs/cgroup'): void {
  for (const parent of [join(root, 'memory'), join(root, 'pids'), ...branches(root)]) {
    for (const name of names(parent)) {
      if (name.startsWith(prefix) && !isRunning(Number(name.split('-').at(-2))))
        tryToRemove(join(parent, name))
    }
  }
}

function version1(limits: Limits, root: string): readonly (readonly Place[])[] {
  if (!existsSync(join(root, 'memory')) || !existsSync(join(root, 'pids'))) return []
  const memory = {
    parent: join(root, 'memory'),
    settings: { 'memory.limit_in_bytes': limits.memoryBytes },
    optional: { 'memory.memsw.limit_in_bytes': limits.memoryBytes },
  }
  return [
    [memory, { parent: join(root, 'pids'), settings: { 'pids.max': maxProcesses(limits) }, optional: {} }],
  ]
}

function version2(limits: Limits, root: string): readonly (readonly Place[])[] {
  return branches(root).map((parent) => [
    {
      parent,
      settings: { 'memory.max': limits.memoryBytes, 'pids.max': maxProcesses(limits) },
      optional: { 'memory.swap.max': 0 },
    },
  ])
}

/** More than the commands may have, so that the session's own few processes never lack room. */
function maxProcesses(limits: Limits): number {
  return limits.processes + 64
}

/** The version 2 groups from the root down to that of this process. */
function branches(root: string): readonly string[] {
  if (!existsSync(join(root, 'cgroup.controllers'))) return []
  const own = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/'
  const parts = own.split('/').filter((part) => part !== '')
  return [root, ...parts.map((_, index) => join(root, ...parts.slice(0, index + 1)))]
}

function tryToCreate(places: readonly Place[]): Cgroup | undefined {
  const name = `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`
  const folders = places.map(({ parent }) => join(parent, name))
  try {
    for (const place of places) create(place, join(place.parent, name))
  } catch {
    for (const folder of folders) tryToRemove(folder)
    return undefined
  }
  return {
    add: (pid) => {
      for (const folder of folders) writeFileSync(join(folder, 'cgroup.procs'), String(pid))
    },
    remove: () => removeAll(folders),
  }
}

function create({ parent, settings, optional }: Place, folder: string): void {
  // Without these in the parent, version 2 gives its children no such files.
  tryToWrite(join(parent, 'cgroup.subtree_control'), '+memory +pids')
  mkdirSync(folder)
  for (const [file, value] of Object.entries(settings)) writeFileSync(join(folder, file), String(value))
  for (const [file, value] of Object.entries(optional)) tryToWrite(join(folder, file), String(value))
}

async function removeAll(folders: readonly string[]): Promise<void> {
  for (let round = 0; round < 200; round++) {
    if (folders.map(tryToRemove).every(Boolean)) return
    await sleep(10)
  }
}

function tryToWrite(file: string, text: string): void {
  try {
    if (existsSync(file)) writeFileSync(file, text)
  } catch {}
}

/** Whether it is gone. A group with processes in it stays. */
function tryToRemove(folder: string): boolean {
  try {
    rmdirSync(folder)
  } catch {}
  return !existsSync(folder)
}

function names(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}
