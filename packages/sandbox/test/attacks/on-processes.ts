import { expect } from 'vitest'
import { type Attack, exec, python, untilNone } from './attack.ts'

/** Ways to outlive a command, to end the session or this machine's processes, and to stand in for the loop. */
export const attacksOnProcesses: readonly Attack[] = [
  {
    name: 'kills every process that it may',
    command: 'kill -9 -1; kill -9 1; kill -STOP 1; kill -TERM 1; kill -9 0',
    held: ({ exitCode }, { alive }) => {
      expect(exitCode).toBe(137)
      expect(alive).toBe(true)
    },
  },
  {
    name: 'sends the loop every signal that it may, again and again',
    command: 'for round in {1..20}; do for signal in {1..9} {11..64}; do kill -$signal 1; done; done; exit 5',
    held: ({ exitCode }, { alive }) => expect({ exitCode, alive }).toEqual({ exitCode: 5, alive: true }),
  },
  {
    name: 'has the loop kill all, as the harness does, again and again',
    command: 'while :; do kill -USR1 1; done',
    held: async (_, session) => {
      for (let round = 0; round < 20; round++) {
        expect((await exec(session, 'kill -USR1 1; sleep 60')).exitCode).toBe(137)
        expect(session.alive).toBe(true)
      }
    },
  },
  {
    name: `kills the harness by its number`,
    command: `kill -9 ${process.pid} ${process.ppid}`,
    held: ({ text }) => expect(text.match(/No such process/g)).toHaveLength(2),
  },
  {
    name: 'ignores signals in an endless loop',
    command: `trap '' TERM INT HUP QUIT USR1 USR2; while :; do :; done`,
    timeoutMs: 500,
    held: ({ timedOut, exitCode }) =>
      expect({ timedOut, exitCode }).toEqual({ timedOut: true, exitCode: null }),
  },
  {
    name: 'stops itself as a terminal would',
    command: 'kill -TSTP $$; echo resumed',
    timeoutMs: 500,
    held: ({ text, timedOut }, { alive }) =>
      expect({ text, timedOut, alive }).toEqual({ text: '', timedOut: true, alive: true }),
  },
  {
    name: 'stops and continues itself as a terminal would, again and again',
    command: '(while :; do kill -CONT $$; done) & while :; do kill -TSTP $$; done',
    timeoutMs: 500,
    held: ({ timedOut }, { alive }) => expect({ timedOut, alive }).toEqual({ timedOut: true, alive: true }),
  },
  {
    name: 'hides from the time limit in the background',
    command: `setsid bash -c "trap '' TERM; sleep 60" & (sleep 60; echo late) & disown -a; sleep 60`,
    timeoutMs: 500,
    held: async ({ timedOut }, session) => {
      expect(timedOut).toBe(true)
      expect((await exec(session, untilNone('sleep'))).text).toBe('none\n')
    },
  },
  {
    name: 'holds its output open in the background, and writes there later',
    command: '(until [[ -e go ]]; do sleep 0.02; done; while echo late; do sleep 0.1; done) & echo first',
    held: async ({ text, timedOut }, session) => {
      expect({ text, timedOut }).toEqual({ text: 'first\n', timedOut: false })
      expect((await exec(session, 'touch go; sleep 0.5; echo second')).text).toBe('second\n')
    },
  },
  {
    name: 'waits for input',
    command: `cat; read line; python3 -c 'input()'`,
    held: ({ text, timedOut }) => {
      expect(timedOut).toBe(false)
      expect(text).toContain('EOFError')
    },
  },
  {
    name: 'writes to the descriptors of the loop',
    command: 'for fd in /proc/1/fd/*; do echo "junk 0" > $fd; done; timeout 1 cat /proc/1/fd/4; echo end',
    held: ({ text }) => expect(text).toMatch(/end\n$/),
  },
  {
    name: 'stops what carries its output',
    command: 'until relay=$(pgrep -x head); do sleep 0.01; done; kill -STOP $relay; sleep 0.1; echo out',
    timeoutMs: 1_500,
    held: ({ text, timedOut }) => expect({ text, timedOut }).toEqual({ text: 'out\n', timedOut: true }),
  },
  {
    name: 'takes the limits of the loop away',
    command: 'prlimit --pid 1 --cpu=1:1 --as=1000000:1000000 --nofile=3:3 --nproc=1:1; echo done',
    timeoutMs: 500,
    held: async (_, session) => {
      if (session.alive) await exec(session, 'true', 500)
      expect(session.alive).toBe(false)
    },
  },
  {
    name: 'reads the next nonce from the memory of the loop, and answers in its place',
    command: python(`import os, re
if os.fork(): os._exit(0)
os.setsid()
os.close(1)
os.close(2)
def pipes():
  for pid in filter(str.isdigit, os.listdir('/proc')):
    for fd in os.listdir(f'/proc/{pid}/fd'):
      path = f'/proc/{pid}/fd/{fd}'
      if os.readlink(path).startswith('pipe'): yield path
heap = next(line for line in open('/proc/1/maps') if '[heap]' in line).split()[0]
start, end = (int(word, 16) for word in heap.split('-'))
while True:
  with open('/proc/1/mem', 'rb', 0) as memory:
    memory.seek(start)
    nonces = set(re.findall(rb'[0-9a-f]{32}', memory.read(end - start)))
  try:
    for path in pipes():
      pipe = os.open(path, os.O_WRONLY | os.O_NONBLOCK)
      for nonce in nonces: os.write(pipe, b'forged' + nonce + b' 0\\n')
      os.close(pipe)
  except OSError: pass`),
    // It may put words into its own session's mouth, or end it: results in both cases, and nothing outlives the session.
    held: async (_, session) => {
      if (session.alive) await exec(session, 'sleep 0.5; echo own', 2_000)
      await session.close()
    },
  },
  {
    name: 'stops the loop as its debugger',
    command: python(`import ctypes, time
libc = ctypes.CDLL(None, use_errno=True)
print(libc.ptrace(16, 1, 0, 0), flush=True)
time.sleep(60)`),
    timeoutMs: 500,
    // Attached or refused, by the machine's settings: in both cases the command ends.
    held: ({ timedOut }) => expect(timedOut).toBe(true),
  },
  {
    name: 'spoils the memory of the loop',
    command: python(`import re
for line in open('/proc/1/maps'):
  found = re.match('([0-9a-f]+)-([0-9a-f]+) rw', line)
  if not found: continue
  start, end = (int(word, 16) for word in found.groups())
  with open('/proc/1/mem', 'r+b', 0) as memory:
    memory.seek(start)
    memory.write(b'x' * (end - start))`),
    timeoutMs: 2000,
    held: (_, { alive }) => expect(alive).toBe(false),
  },
  {
    name: 'removes all that it can',
    command: 'rm -rf --no-preserve-root / 2>/dev/null; ls -A /ctf/7 /tmp /root',
    held: ({ text }) => expect(text).toBe('/ctf/7:\n\n/root:\n\n/tmp:\n'),
  },
]
