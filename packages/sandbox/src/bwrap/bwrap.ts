import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { invalidOption, SkillStateError } from '@skill-state/protocol'
import type { Limits, OpenOptions, Sandbox, Session } from '../sandbox.ts'
import { settleOptions } from '../settle-options.ts'
import { tar } from '../tar.ts'
import { bwrapArguments, groups, hosts, type OpenedFile, processLimits, users } from './arguments.ts'
import { BwrapSession } from './bwrap-session.ts'
import { openCgroup, removeStaleCgroups } from './cgroup.ts'
import { archiveDescriptor, loop } from './loop.ts'
import { watchMemory } from './memory-watch.ts'
import { endOrphans } from './orphans.ts'
import { seccompFilter } from './seccomp.ts'
import { type SessionUser, takeUser } from './session-user.ts'
import { started } from './started.ts'

const PIPES = 10
const [argumentsDescriptor, informationDescriptor] = [3, 6]
const descriptors = { seccomp: 4, users: 7, groups: 8, hosts: 9 }
const bubblewrap = [
  'bwrap',
  '--args',
  `${argumentsDescriptor}`,
  '--info-fd',
  `${informationDescriptor}`,
  '--',
]

/** What commands of one session may take of what the kernel counts for a user, so that another's programs still get theirs. */
const [INSTANCES, WATCHES] = [16, 16_384]

const BOUND = `echo ${INSTANCES} >/proc/sys/user/max_inotify_instances && echo ${WATCHES} >/proc/sys/user/max_inotify_watches`

/** Words before a command that bound how many files it watches: in a user namespace around its own, whose bounds it cannot change. */
const boundedWatches: readonly string[] = [
  ...['unshare', '--user', '--map-root-user', '--', '/bin/bash', '-c', `${BOUND} && exec "$@"`, 'bash'],
]

/**
 * Sessions by bubblewrap (0.8 or newer): namespaces, a system call filter and limits, with no daemon and no
 * image. The programs inside are this machine's. A session opens in some ten milliseconds.
 *
 * As root each session becomes a user of its own that owns nothing, so that what the kernel counts for a user is
 * shared with no other session; otherwise it is counted for the user of this process. Total memory is bounded by a cgroup if one can be
 * made, else by looking at it ten times a second. If this process dies, so do its sessions; one that was just
 * starting is left without a program in it, and ended here.
 *
 * @throws SkillStateError `sandbox-unavailable` on another system or processor than Linux on x86_64.
 */
export function bwrapSandbox(): Sandbox {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const found = `${process.platform} on ${process.arch}`
    throw new SkillStateError('sandbox-unavailable', `bubblewrap is used on Linux on x64, not on ${found}`)
  }
  endOrphans(bubblewrap)
  removeStaleCgroups()
  const watches = canBoundWatches(asUser(process.getuid?.() === 0 ? takeUser().id : undefined))
  return { id: 'bwrap', open: (options) => open(options, watches) }
}

async function open(options: OpenOptions, watches: boolean): Promise<Session> {
  const limits = settleOptions(options)
  options.signal?.throwIfAborted()
  const user = process.getuid?.() === 0 ? userOf(options.host) : undefined
  const readOnly = openFiles(options)
  const child = start(limits, [...asUser(user?.id), ...(watches ? boundedWatches : [])], readOnly)
  // bubblewrap waits for its arguments, so nothing runs before the limits hold.
  const unbound = child.pid ? boundMemory(child.pid, limits, () => session.killCommands()) : async () => {}
  const release = (): Promise<void> => unbound().finally(() => user?.release())
  const session = new BwrapSession(child, limits, { release, host: options.host })
  const bwrapOptions = bwrapArguments(options, limits, { ...descriptors, readOnly })
  send(child, argumentsDescriptor, bwrapOptions.map((option) => `${option}\0`).join(''))
  send(child, descriptors.seccomp, seccompFilter({ watches }))
  send(child, descriptors.users, users)
  send(child, descriptors.groups, groups)
  send(child, descriptors.hosts, hosts)
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

/** Whether this machine lets a user bound them. Else commands watch nothing. */
function canBoundWatches(asUser: readonly string[]): boolean {
  const [program, ...words] = [...asUser, ...boundedWatches, 'true']
  return spawnSync(program, words, { stdio: 'ignore', timeout: 10_000 }).status === 0
}

/** The first descriptors are pipes of this process, the rest read-only files. The loop closes all other descriptors. */
function start(limits: Limits, before: readonly string[], files: ReturnType<typeof openFiles>): ChildProcess {
  const command = [...processLimits(limits), '/bin/bash', '-c', loop(limits)]
  const [program = '', ...words] = [...before, ...bubblewrap, ...command]
  const stdio = [...Array<'pipe'>(PIPES).fill('pipe'), ...files.map(({ here }) => here)]
  try {
    return spawn(program, words, { stdio, env: { PATH: process.env.PATH } })
  } finally {
    for (const { here } of files) closeSync(here)
  }
}

/** Opens the read-only files here, so that the session's user need not be allowed to. */
function openFiles({ readOnly }: OpenOptions): readonly (OpenedFile & { readonly here: number })[] {
  const opened: (OpenedFile & { readonly here: number })[] = []
  try {
    for (const path of readOnly?.files ?? []) {
      const here = openSync(join(readOnly?.from ?? '', path), 'r')
      const executable = (fstatSync(here).mode & 0o111) !== 0
      opened.push({ path, here, executable, descriptor: PIPES + opened.length })
    }
    return opened
  } catch (error) {
    for (const { here } of opened) closeSync(here)
    throw error
  }
}

/** As root a session that writes into a folder of this machine is its owner, who must not be root. */
function userOf(host: string | undefined): SessionUser {
  if (host === undefined) return takeUser()
  const { uid } = statSync(host)
  if (uid !== 0) return { id: uid, release: () => {} }
  throw invalidOption(
    `${host} belongs to root, and no command in the sandbox is root: run as another user, or give the folder to one by chown`,
  )
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
 * Bounds what a process and those it will start use together: by a cgroup if one can be made, else by
 * looking again and again.
 *
 * @param exceeded Must end the processes. Called only without a cgroup; with one the kernel ends some itself.
 * @returns A function to call when all of them are gone.
 */
function boundMemory(pid: number, limits: Limits, exceeded: () => void): () => Promise<void> {
  const cgroup = openCgroup(limits)
  try {
    cgroup?.add(pid)
    if (cgroup) return cgroup.remove
  } catch {
    void cgroup?.remove()
  }
  const stop = watchMemory(pid, limits.memoryBytes, exceeded)
  return () => Promise.resolve(stop())
}
