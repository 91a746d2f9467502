import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { hidden, programFolders, shownFolders, shownOfUsr } from '../find-program.ts'
import type { Limits, OpenOptions } from '../sandbox.ts'
import { loopProcesses } from './loop.ts'

const mib = 2 ** 20

/** How names of the network are found. */
const networkFiles = ['/etc/resolv.conf', '/etc/hosts', '/etc/nsswitch.conf']

const shownOfEtc = ['alternatives', 'ld.so.cache', 'ssl/certs', 'ssl/openssl.cnf']

/** The users inside. The names of this machine's users stay hidden. */
export const users: string =
  'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/:/usr/sbin/nologin\n'
export const groups = 'root:x:0:\nnogroup:x:65534:\n'
/** What a session without a network can reach by name. */
export const hosts = '127.0.0.1 localhost\n::1 localhost\n'

/** Which descriptors bubblewrap reads what from. */
export interface Descriptors {
  readonly seccomp: number
  readonly users: number
  readonly groups: number
  readonly hosts: number
  readonly readOnly: readonly OpenedFile[]
}

export interface OpenedFile {
  readonly path: string
  readonly descriptor: number
  readonly executable: boolean
}

const environment = {
  PATH: programFolders.join(':'),
  HOME: '/root',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
}

/**
 * What bubblewrap is told, to be passed by `--args` so that no host path shows in /proc. The order matters: a
 * size or permission is for the next mount, and the root is made read-only last.
 *
 * The user inside is 0 of a user namespace of its own, without capabilities and without a way to more
 * namespaces. Nothing of this machine is bound but the system's programs, read-only, and the folders that are named.
 */
export function bwrapArguments(options: OpenOptions, limits: Limits, from: Descriptors): readonly string[] {
  const { folder, host, readOnly, network, mounts = [], env = {} } = options
  const place =
    host === undefined
      ? ['--size', String(limits.folderBytes), '--tmpfs', folder]
      : ['--bind', realpathSync(host), folder]
  return [
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts'],
    ...(network ? [] : ['--unshare-net']),
    ...['--unshare-cgroup-try', '--disable-userns', '--uid', '0', '--gid', '0', '--cap-drop', 'ALL'],
    ...['--hostname', 'sandbox', '--die-with-parent', '--new-session', '--as-pid-1', '--clearenv'],
    ...Object.entries({ ...environment, ...env }).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--dir', '/usr', '--dir', '/etc', ...system()],
    ...(network
      ? networkFiles.flatMap(show)
      : ['--perms', '0644', '--file', String(from.hosts), '/etc/hosts']),
    ...['--perms', '0644', '--file', String(from.users), '/etc/passwd'],
    ...['--perms', '0644', '--file', String(from.groups), '/etc/group'],
    ...['--proc', '/proc', '--dev', '/dev'],
    ...['--size', String(16 * mib), '--tmpfs', '/dev/shm', '--remount-ro', '/dev'],
    ...['--perms', '1777', '--size', String(128 * mib), '--tmpfs', '/tmp'],
    ...['--perms', '0700', '--size', String(16 * mib), '--tmpfs', '/root'],
    ...['--size', String(4 * mib), '--tmpfs', '/run'],
    ...place,
    ...mounts.flatMap((mount) => [
      mount.writable ? '--bind' : '--ro-bind',
      realpathSync(mount.from),
      mount.to,
    ]),
    ...(readOnly ? showFiles(readOnly.folder, from.readOnly) : []),
    ...['--seccomp', String(from.seccomp), '--remount-ro', '/', '--chdir', folder],
  ]
}

/** A folder in memory, filled from descriptors, and then read-only: no file of this machine is bound. */
function showFiles(folder: string, files: readonly OpenedFile[]): readonly string[] {
  const fill = files.flatMap(({ path, descriptor, executable }) => [
    ...(executable ? ['--perms', '0555'] : []),
    ...['--file', String(descriptor), `${folder}/${path}`],
  ])
  return ['--size', String(256 * mib), '--tmpfs', folder, ...fill, '--remount-ro', folder]
}

/** Limits of each single process, inside, if the count of processes is the session's own. */
export function processLimits(limits: Limits): readonly string[] {
  return [
    '/usr/bin/prlimit',
    `--nproc=${limits.processes + loopProcesses}`,
    `--as=${4 * 2 ** 30}`,
    `--fsize=${limits.folderBytes}`,
    '--nofile=1024',
    '--core=1', // byte: a limit of 0 does not keep the kernel from handing a crash to this machine's own handler
    '--',
  ]
}

function system(): readonly string[] {
  return [
    ...shownOfUsr.map((name) => `/usr/${name}`).flatMap(show),
    ...hidden.filter((path) => existsSync(path)).flatMap(hide),
    ...shownOfEtc.map((name) => `/etc/${name}`).flatMap(show),
    ...shownFolders.flatMap(showOrLink),
  ]
}

function show(path: string): readonly string[] {
  return ['--ro-bind-try', path, path]
}

function hide(path: string): readonly string[] {
  return ['--size', '4096', '--tmpfs', path, '--remount-ro', path]
}

function showOrLink(path: string): readonly string[] {
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true
  return isLink ? ['--symlink', `usr${path}`, path] : show(path)
}
