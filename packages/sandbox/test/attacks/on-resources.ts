import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { type Attack, cgroups, exec, python, untilNone } from './attack.ts'

const mib = 2 ** 20

/** Ways to use up this machine. Each stops by itself at a few times its limit. */
export const attacksOnResources: readonly Attack[] = [
  {
    name: 'fills the disk by one file',
    command: 'head -c 60M /dev/zero > big; wc -c < big',
    limits: { folderBytes: 20 * mib },
    held: ({ text }) => expect(Number(text.split('\n').at(-2))).toBeLessThanOrEqual(20 * mib),
  },
  {
    name: 'fills the disk by many files and in every folder',
    command: `for folder in /ctf/7 /tmp /dev/shm /root /run; do
      for i in {1..40}; do head -c 5M /dev/zero > $folder/$i || break; done; done 2>/dev/null
      du -smc /ctf/7 /tmp /dev/shm /root /run | tail -1 | cut -f1; rm -f /ctf/7/* /tmp/* /dev/shm/* /root/* /run/*`,
    limits: { folderBytes: 20 * mib },
    timeoutMs: 30_000,
    held: ({ text }) => expect(Number(text)).toBeLessThanOrEqual(20 + 128 + 16 + 16 + 4),
  },
  {
    name: 'makes a great many empty files',
    command: python(`import os
for number in range(200_000): os.close(os.open(f'/tmp/{number}', os.O_CREAT))`),
    limits: { memoryBytes: 128 * mib },
    held: () => expectMemoryWithin(128 * mib),
  },
  {
    name: 'prints without end',
    command: 'yes',
    held: ({ text, truncated, exitCode }) => {
      expect({ bytes: text.length, truncated, exitCode }).toEqual({
        bytes: 64 * 1024,
        truncated: true,
        exitCode: 141,
      })
    },
  },
  {
    name: 'prints without end and does not mind a closed pipe',
    command: python(`import os, signal
signal.signal(signal.SIGPIPE, signal.SIG_IGN)
while True:
  try: os.write(1, b'x' * 65536)
  except OSError: pass`),
    timeoutMs: 2000,
    held: ({ text, timedOut }) =>
      expect({ bytes: text.length, timedOut }).toEqual({ bytes: 64 * 1024, timedOut: true }),
  },
  {
    name: 'prints without end in the background',
    command: 'yes & (yes >&2) & sleep 0.3',
    held: async ({ truncated }, session) => {
      expect(truncated).toBe(true)
      expect((await exec(session, `echo own; ${untilNone('yes')}`)).text).toBe('own\nnone\n')
    },
  },
  {
    name: 'takes memory in one process',
    command: python(`taken = []
for _ in range(64): taken.append(b'x' * (16 << 20))
print('took all')`),
    limits: { memoryBytes: 128 * mib },
    held: ({ text, exitCode }) => {
      expect(text).not.toContain('took all')
      expect(exitCode).not.toBe(0)
      expectMemoryWithin(128 * mib)
    },
  },
  {
    name: 'takes memory in many processes',
    command: `for i in {1..16}; do python3 -c 'x = b"x" * (64 << 20); import time; time.sleep(1); print("kept")' & done; wait`,
    limits: { memoryBytes: 256 * mib },
    timeoutMs: 20_000,
    held: ({ text }) => {
      expect(text.match(/^kept$/gm)?.length ?? 0).toBeLessThan(5)
      expectMemoryWithin(256 * mib)
    },
  },
  {
    name: 'takes more memory than one process may address',
    command: python('x = bytearray(6 << 30)'),
    held: ({ text }) => expect(text).toContain('MemoryError'),
  },
  {
    name: 'takes memory that no process maps',
    command: python(`import mmap, os
def take(fill):
  try: return fill()
  except OSError as error: return error.errno
def file():
  taken = os.memfd_create('taken')
  for _ in range(64): os.write(taken, b'x' * (16 << 20))
  return 'took all'
print(take(file))
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
print(libc.shmget(0, 16 << 20, 0o1600), ctypes.get_errno())`),
    limits: { memoryBytes: 128 * mib },
    held: ({ text }) => {
      expect(text).toBe('1\n-1 1\n')
      expectMemoryWithin(128 * mib)
    },
  },
  {
    name: 'takes the instances of inotify that a user has',
    command: python(`import ctypes
libc = ctypes.CDLL(None, use_errno=True)
print(sum(libc.inotify_init() >= 0 for _ in range(200)) + sum(libc.inotify_init1(0) >= 0 for _ in range(200)))
try: open('/proc/sys/user/max_inotify_instances', 'w').write('500')
except OSError: print('bounded')`),
    held: ({ text }) => {
      expect(text).toMatch(/^\d+\nbounded\n$/)
      expect(Number.parseInt(text, 10)).toBeLessThanOrEqual(16)
    },
  },
  {
    name: 'starts more processes than it may',
    command: python(`import os, time
started = 0
for _ in range(400):
  try: child = os.fork()
  except BlockingIOError: break
  if child == 0:
    time.sleep(20)
    os._exit(0)
  started += 1
print(started, flush=True)`),
    held: ({ text }) => {
      expect(Number(text)).toBeGreaterThan(100)
      expect(Number(text)).toBeLessThan(128)
    },
  },
  {
    name: 'doubles its processes',
    command: `bomb() { if (($1 > 10)); then sleep 20; else bomb $(($1 + 1)) & bomb $(($1 + 1)) & wait; fi; }; bomb 0`,
    timeoutMs: 2000,
    held: async ({ timedOut }, session) => {
      expect({ timedOut, alive: session.alive }).toEqual({ timedOut: true, alive: true })
      expect((await exec(session, 'until (($(pgrep -c .) < 9)); do :; done; echo few')).text).toBe('few\n')
    },
  },
  {
    name: 'opens more files than it may',
    command: python(`import os
try:
  for number in range(5000): os.open('/dev/null', os.O_RDONLY)
except OSError as error: print(number, error.errno)`),
    held: ({ text }) => expect(text).toMatch(/^102\d 24\n$/),
  },
]

/** Where the session has a cgroup: the most that it ever used. */
function expectMemoryWithin(bytes: number): void {
  const group = cgroups().find((path) => readdirSync(path).some((name) => peakFiles.includes(name)))
  const file = group && readdirSync(group).find((name) => peakFiles.includes(name))
  if (file) expect(Number(readFileSync(`${group}/${file}`, 'utf8'))).toBeLessThanOrEqual(bytes)
}

const peakFiles = ['memory.max_usage_in_bytes', 'memory.peak']
