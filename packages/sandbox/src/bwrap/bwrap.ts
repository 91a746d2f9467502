import { type ChildProcess, spawn } from 'node:child_process'
import { Writable } from 'node:stream'
import { SkillStateError } from '@skill-state/protocol'
import type { Limits, OpenOptions, Sandbox, Session } from '../sandbox.ts'
import { settleOptions } from '../settle-options.ts'
import { tar } from '../tar.ts'
import { bwrapArguments, groups, processLimits, users } from './arguments.ts'
import { BwrapSession } from './bwrap-session.ts'
import { createCgroup, removeStaleCgroups } from './cgroup.ts'
import { archiveDescriptor, loop } from './loop.ts'
import { watchMemory } from './memory-watch.ts'
import { endOrphans } from './orphans.ts'
import { seccompFilter } from './seccomp.ts'
import { takeUser } from './session-user.ts'
import { started } from './started.ts'

const [argumentsDescriptor, informationDescriptor] = [3, 6]
const descriptors = { seccomp: 4, users: 7, groups: 8 }
const bubblewrap = [
  'bwrap',
  '--args',
  `${argumentsDescriptor}`,
  '--info-fd',
  `${informationDescriptor}`,
  '--',
]

/**
 * Sessions by bubblewrap (0.8 or newer): namespaces, a system call filter and limits, with no daemon and no
 * image. The programs inside are this machine's. A session opens in some ten milliseconds.
 *
 * As root each session becomes a user of its own that owns nothing, so that what the kernel counts for a user is
 * shared with no other session; otherwise it is counted for the user of this process. Total memory is bounded by a cgroup where one can be
 * made, else by looking at it ten times a second. If this process dies, so do its sessions; one that was just
 * starting is left without a program in it, and ended here.
 *
 * @throws SkillStateError `sandbox-unavailable` on another system or processor than Linux on x86_64.
 */
export function createBwrapSandbox(): Sandbox {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const found = `${process.platform} on ${process.arch}`
    throw new SkillStateError('sandbox-unavailable', `bubblewrap is used on Linux on x64, not on ${found}`)
  }
  endOrphans(bubblewrap)
  removeStaleCgroups()
  return { id: 'bwrap', open }
}

async function open(options: OpenOptions): Promise<Session> {
  const limits = settleOptions(options)
  options.signal?.throwIfAborted()
  const user = process.getuid?.() === 0 ? takeUser() : undefined
  const child = start(limits, user?.id)
  // bubblewrap waits for its arguments, so nothing runs before the limits hold.
  const unbound = child.pid ? boundMemory(child.pid, limits, () => session.killCommands()) : async () => {}
  const release = (): Promise<void> => unbound().finally(() => user?.release())
  const session = new BwrapSession(child, limits, release)
  const bwrapOptions = bwrapArguments(options.folder, limits, descriptors)
  send(child, argumentsDescriptor, bwrapOptions.map((option) => `${option}\0`).join(''))
  send(child, descriptors.seccomp, seccompFilter())
  send(child, descriptors.users, users)
  send(child, descriptors.groups, groups)
  send(child, archiveDescriptor, tar(options.files))
  try {
    const found = (processOne: number): void => session.found(processOne)
    await started(child, { descriptor: informationDescriptor, found, signal: options.signal })
    session.begin()
    return session
  } catch (error) {
    await session.close()
    throw error
  }
}

/** All descriptors are pipes of this process. The loop closes all other descriptors. */
function start(limits: Limits, user: number | undefined): ChildProcess {
  const command = [...processLimits(limits), '/bin/bash', '-c', loop(limits)]
  const [program = '', ...words] = [...asUser(user), ...bubblewrap, ...command]
  return spawn(program, words, { stdio: Array(9).fill('pipe'), env: { PATH: process.env.PATH } })
}

function send(child: ChildProcess, descriptor: number, bytes: string | Uint8Array): void {
  const stream = child.stdio[descriptor]
  if (!(stream instanceof Writable)) return
  // If the child is gone its exit says so.
  stream.on('error', () => {})
  stream.end(bytes)
}

/** Root inside a user namespace made by root would be root here for every file that it can reach. */
function asUser(user: number | undefined): readonly string[] {
  return user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--']
}

/**
 * Bounds what a process and those it will start use together: by a cgroup where one can be made, else by
 * looking again and again.
 *
 * @param exceeded Must end the processes. Called only without a cgroup; with one the kernel ends some itself.
 * @returns A function to call when all of them are gone.
 */
function boundMemory(pid: number, limits: Limits, exceeded: () => void): () => Promise<void> {
  const cgroup = createCgroup(limits)
  try {
    cgroup?.add(pid)
    if (cgroup) return cgroup.remove
  } catch {
    void cgroup?.remove()
  }
  const stop = watchMemory(pid, limits.memoryBytes, exceeded)
  return () => Promise.resolve(stop())
}
