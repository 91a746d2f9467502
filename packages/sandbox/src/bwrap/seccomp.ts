/**
 * The system call filter of a session, as classic BPF for `bwrap --seccomp`, for x86_64 and the 32-bit calls
 * that it also answers. It closes what namespaces leave open: socket families such as AF_VSOCK reach the
 * host from any network namespace, and the rest are ways into the kernel that no task needs. ptrace stays,
 * because debuggers are part of the tasks.
 *
 * @param options.watches Lets commands watch files, since something else bounds the instances of inotify.
 */
export function seccompFilter({ watches }: { readonly watches: boolean }): Uint8Array {
  const [calls64, calls32] = callsOf(watches)
  const wide = [load(numberAt), skipIfBelow(x32Calls, 1), give(reject(errors.ENOSYS)), ...rules(calls64)]
  const narrow = [load(numberAt), ...rules(calls32)]
  return assemble([
    load(architectureAt),
    skipUnless(architecture64, wide.length),
    ...wide,
    skipUnless(architecture32, narrow.length),
    ...narrow,
    give(killProcess),
  ])
}

type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number]

interface Calls {
  readonly denied: Readonly<Record<string, number>>
  readonly absent: Readonly<Record<string, number>>
  readonly sockets: readonly number[]
}

/** Calls of one number on both architectures: those added to Linux since 5.1. */
const newMountCalls = {
  open_tree: 428,
  move_mount: 429,
  fsopen: 430,
  fsconfig: 431,
  fsmount: 432,
  fspick: 433,
  mount_setattr: 442,
}
/** Takes a descriptor out of another process, such as one of the session's own. */
const stealing = { pidfd_getfd: 438 }
/** Memory that no process need map, so that only a cgroup would count it. */
const shared = { memfd_secret: 447 }
const uring = { io_uring_setup: 425, io_uring_enter: 426, io_uring_register: 427 }
/** Instances that the kernel counts for a user: without them `tail -f` looks again and again instead, but some programs wait for ever. */
const watching64 = { inotify_init: 253, inotify_init1: 294 }
const watching32 = { inotify_init: 291, inotify_init1: 332 }

function callsOf(watches: boolean): readonly [Calls, Calls] {
  if (watches) return [calls64, calls32]
  return [
    { ...calls64, denied: { ...calls64.denied, ...watching64 } },
    { ...calls32, denied: { ...calls32.denied, ...watching32 } },
  ]
}

const calls64: Calls = {
  denied: {
    ...{ mount: 165, umount2: 166, pivot_root: 155, unshare: 272, setns: 308, ...newMountCalls },
    ...{ bpf: 321, perf_event_open: 298, userfaultfd: 323, ...uring, ...stealing },
    ...{ add_key: 248, request_key: 249, keyctl: 250, syslog: 103 },
    ...{ memfd_create: 319, shmget: 29, ...shared },
  },
  // clone3 passes its flags by a pointer that a filter cannot follow; without it libraries fall back on clone.
  absent: { clone3: 435 },
  sockets: [41, 53],
}

const calls32: Calls = {
  denied: {
    ...{ mount: 21, umount: 22, umount2: 52, pivot_root: 217, unshare: 310, setns: 346, ...newMountCalls },
    ...{ bpf: 357, perf_event_open: 336, userfaultfd: 374, ...uring, ...stealing },
    ...{ add_key: 286, request_key: 287, keyctl: 288, syslog: 103 },
    ...{ memfd_create: 356, shmget: 395, ...shared },
  },
  // socketcall too has its arguments behind a pointer, and ipc is shmget among others.
  absent: { clone3: 435, socketcall: 102, ipc: 117 },
  sockets: [359, 360],
}

const socketFamilies = { unix: 1, inet: 2, inet6: 10, netlink: 16 }
const errors = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 }

const architecture64 = 0xc000003e
const architecture32 = 0x40000003
const x32Calls = 0x40000000
// Where `struct seccomp_data` has its fields.
const [numberAt, architectureAt, firstArgumentAt] = [0, 4, 16]
const allow = 0x7fff0000
const killProcess = 0x80000000

function rules({ denied, absent, sockets }: Calls): readonly Instruction[] {
  return [
    ...Object.values(denied).flatMap((number) => [skipUnless(number, 1), give(reject(errors.EPERM))]),
    ...Object.values(absent).flatMap((number) => [skipUnless(number, 1), give(reject(errors.ENOSYS))]),
    ...sockets.flatMap((number) => [skipUnless(number, knownFamily.length), ...knownFamily]),
    give(allow),
  ]
}

const knownFamily: readonly Instruction[] = [
  load(firstArgumentAt),
  ...Object.values(socketFamilies).flatMap((family) => [skipUnless(family, 1), give(allow)]),
  give(reject(errors.EAFNOSUPPORT)),
]

function load(at: number): Instruction {
  return [0x20, 0, 0, at]
}

function skipUnless(equals: number, skipped: number): Instruction {
  return [0x15, 0, skipped, equals]
}

function skipIfBelow(bound: number, skipped: number): Instruction {
  return [0x35, 0, skipped, bound]
}

function give(verdict: number): Instruction {
  return [0x06, 0, 0, verdict]
}

function reject(error: number): number {
  return 0x00050000 + error
}

/** Little-endian, as x86 reads it. A jump has 8 bits, which `setUint8` would cut silently. */
function assemble(program: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8 * program.length))
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    if (ifFalse > 255) throw new RangeError(`a jump over ${ifFalse} instructions`)
    bytes.setUint16(8 * index, code, true)
    bytes.setUint8(8 * index + 2, ifTrue)
    bytes.setUint8(8 * index + 3, ifFalse)
    bytes.setUint32(8 * index + 4, value, true)
  }
  return new Uint8Array(bytes.buffer)
}
