import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Sandbox, Session } from '../../src/sandbox.ts'
import { cgroups, exec, folder, namespaceOf, ownFile, processesIn, untilNone } from './attack.ts'
import { otherFlag } from './on-files.ts'

const hangMs = 30_000

/** What must hold between sessions, and between a session and the process that opened it. */
export function testHarness(sandbox: Sandbox): void {
  test('a session sees no file of another one, anywhere', { timeout: 5 * 60_000 }, async () => {
    await using other = await open(sandbox, otherFlag)
    await using session = await open(sandbox, 'mine')
    expect((await exec(other, 'cat flag.txt')).text).toBe(otherFlag)
    // From a file, so that the search does not find its own arguments. What holds it was changed since it was drawn.
    await exec(session, `printf %s ${otherFlag} | rev > pattern; echo own`)
    const { text, exitCode } = await exec(
      session,
      `rev pattern > /tmp/pattern
      find / -path /proc -prune -o -type f -cmin -60 -exec grep -lF -f /tmp/pattern {} + 2>/dev/null; true`,
      4 * 60_000,
    )
    expect({ text, exitCode }).toEqual({ text: '/tmp/pattern\n', exitCode: 0 })
  })

  test('what a session takes of its user is missing to no other one and not here', async (context) => {
    if (process.getuid?.() !== 0) context.skip('only root can give each session a user of its own')
    await using greedy = await open(sandbox, 'a')
    await using other = await open(sandbox, 'b')
    const users = [await userOf(greedy), await userOf(other)]
    expect(new Set([...users, 0]).size).toBe(3)
    await exec(greedy, takesPipes)
    const sizes = await exec(other, pipeSize)
    expect([sizes.text, pipeSizeHere()]).toEqual(['65536\n', '65536\n'])
    expect((await exec(greedy, pipeSize)).text).not.toBe('65536\n')
  })

  test('sixteen sessions run side by side', async () => {
    const names = Array.from({ length: 16 }, (_, index) => `session ${index}`)
    const seen = await Promise.all(
      names.map(async (name) => {
        await using session = await open(sandbox, name)
        const texts: string[] = []
        for (let turn = 0; turn < 5; turn++)
          texts.push((await exec(session, 'sleep 0.05; cat flag.txt; pgrep -c .')).text)
        return texts
      }),
    )
    expect(seen).toEqual(
      names.map((name) => Array(5).fill(expect.stringMatching(new RegExp(`^${name}\\d\n$`)))),
    )
    expect(cgroups()).toEqual([])
  })

  test('nothing outlives a harness that is killed in the middle of a command', async () => {
    const victim = startVictim('setsid sleep 300 & sleep 300')
    const [namespace] = await once(victim.stdout ?? victim, 'data')
    expect(processesIn(`${namespace}`.trim())).not.toEqual([])
    victim.kill('SIGKILL')
    await once(victim, 'close')
    await expectNone(`${namespace}`.trim())
  })

  test('a descriptor that the harness was started with is not passed on', async () => {
    const victim = startVictim('ls -l /proc/self/fd /proc/1/fd; cat <&57', '57</etc/hostname')
    const chunks = await victim.stdout?.toArray()
    const text = Buffer.concat(chunks ?? []).toString()
    expect(text).toContain('57: Bad file descriptor')
    expect(text).not.toContain('hostname')
  })

  test('closing a session in the middle of a command ends the command', async () => {
    const session = await open(sandbox, 'x')
    const namespace = await namespaceOf(session)
    const running = exec(session, 'echo begun; sleep 300')
    await session.close()
    expect(await running).toMatchObject({ exitCode: null, timedOut: false })
    expect(processesIn(namespace)).toEqual([])
    await expect(exec(session, 'true')).rejects.toMatchObject({ code: 'environment-misuse' })
  })

  test('aborting the opening of a session leaves nothing, whenever it comes', async () => {
    for (let round = 0; round < 40; round++) {
      const aborting = new AbortController()
      const opening = sandbox.open({ folder, files: [ownFile], signal: aborting.signal })
      const timer = setTimeout(() => aborting.abort(new Error('enough')), round)
      const session = await opening.catch((error: unknown) => {
        expect(error).toMatchObject({ message: 'enough' })
      })
      await session?.close()
      clearTimeout(timer)
    }
    expect(cgroups()).toEqual([])
    expect(children()).toEqual([])
  })

  test('aborting a command ends it and not the session', async () => {
    await using session = await open(sandbox, 'x')
    const aborting = new AbortController()
    const running = session.exec('sleep 300', { cwd: folder, timeoutMs: hangMs, signal: aborting.signal })
    aborting.abort(new Error('enough'))
    await expect(running).rejects.toThrow('enough')
    expect((await exec(session, untilNone('sleep'))).text).toBe('none\n')
  })
}

async function open(sandbox: Sandbox, flag: string): Promise<Session & AsyncDisposable> {
  const files = [ownFile, { path: 'flag.txt', content: Buffer.from(flag) }]
  const session = await sandbox.open({ folder, files })
  return Object.assign(session, { [Symbol.asyncDispose]: () => session.close() })
}

/** Holds so many pipes in the background that the kernel gives their user small ones from then on. */
const takesPipes = `python3 -c '
import os, time
pipes = []
for _ in range(8):
  if os.fork() == 0:
    try:
      for _ in range(500): pipes.append(os.pipe())
    except OSError: pass
    open(f"/tmp/{os.getpid()}", "w").close()
    time.sleep(600)
' & until [ "$(ls /tmp | wc -l)" = 8 ]; do sleep 0.05; done`

const printsPipeSize = 'import fcntl, os; print(fcntl.fcntl(os.pipe()[1], 1032))'
const pipeSize = ['python3', '-c', printsPipeSize]

function pipeSizeHere(): string {
  return execFileSync('python3', ['-c', printsPipeSize], { encoding: 'utf8' })
}

/** The user of this machine that a session's processes are. */
async function userOf(session: Session): Promise<number | undefined> {
  const [pid] = processesIn(await namespaceOf(session))
  return statSync(`/proc/${pid}`).uid
}

/** By a shell, which can leave descriptors open as Node never does. */
function startVictim(command: string, redirection = ''): ChildProcess {
  const start = `exec "$0" --conditions=@skill-state/source "$1" "$2" ${redirection}`
  const victim = `${import.meta.dirname}/victim.ts`
  return spawn('/bin/bash', ['-c', start, process.execPath, victim, command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** The processes that this one has started and that are still there. */
function children(): readonly string[] {
  return readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
}

async function expectNone(namespace: string): Promise<void> {
  const start = performance.now()
  while (processesIn(namespace).length > 0 && performance.now() - start < hangMs) await sleep(20)
  expect(processesIn(namespace)).toEqual([])
}
