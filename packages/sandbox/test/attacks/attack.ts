import { readdirSync, readlinkSync } from 'node:fs'
import { expect } from 'vitest'
import type { ExecResult, Limits, OpenOptions, Sandbox, SandboxFile, Session } from '../../src/sandbox.ts'

/** What a command did, with its output as text. */
export interface Outcome extends Omit<ExecResult, 'output'> {
  readonly text: string
}

/** One way out of the sandbox, or to the harness or the machine, that must stay closed. */
export interface Attack {
  readonly name: string
  /** What untrusted code runs, in the task's folder. It is bounded, in case that it is not contained. */
  readonly command: string | readonly string[]
  readonly files?: readonly SandboxFile[]
  readonly limits?: Partial<Limits>
  /** What else the session has. */
  readonly open?: Pick<OpenOptions, 'host' | 'readOnly'>
  /** Default 10 seconds. */
  readonly timeoutMs?: number
  /** Expects that it was contained. */
  readonly held: (outcome: Outcome, session: Session) => void | Promise<void>
}

export const folder = '/ctf/7'

export const ownFile: SandboxFile = { path: 'own.txt', content: Buffer.from('my own file\n') }

/** Attacks from a session of its own, which must then be usable or dead, and leave nothing once it is closed. */
export async function attack(
  sandbox: Sandbox,
  { command, files, limits, open, timeoutMs, held }: Attack,
): Promise<void> {
  const session = await sandbox.open({ folder, files: [ownFile, ...(files ?? [])], limits, ...open })
  try {
    const namespace = await namespaceOf(session)
    await held(await exec(session, command, timeoutMs), session)
    await expectUsableOrDead(session)
    await session.close()
    expect(processesIn(namespace)).toEqual([])
    expect(cgroups()).toEqual([])
  } finally {
    await session.close()
  }
}

export async function exec(
  session: Session,
  command: string | readonly string[],
  timeoutMs = 10_000,
): Promise<Outcome> {
  const { output, ...rest } = await session.exec(command, { cwd: folder, timeoutMs })
  return { ...rest, text: Buffer.from(output).toString() }
}

async function expectUsableOrDead(session: Session): Promise<void> {
  if (!session.alive) return
  const { text, exitCode } = await exec(session, 'echo usable')
  if (session.alive) expect({ text, exitCode }).toEqual({ text: 'usable\n', exitCode: 0 })
}

/** The name of a session's process namespace, by which this machine sees who belongs to it. */
export async function namespaceOf(session: Session): Promise<string> {
  return (await exec(session, 'readlink /proc/self/ns/pid')).text.trim()
}

export function processesIn(namespace: string): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && namespaceOfProcess(name) === namespace)
}

function namespaceOfProcess(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return undefined
  }
}

/** The control groups of this process's sessions. */
export function cgroups(): readonly string[] {
  const parents = ['/sys/fs/cgroup', '/sys/fs/cgroup/memory', '/sys/fs/cgroup/pids']
  return parents.flatMap((parent) =>
    names(parent)
      .filter((name) => name.startsWith(`skill-state-${process.pid}-`))
      .map((name) => `${parent}/${name}`),
  )
}

function names(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

/** A shell command that runs a Python program. */
export function python(program: string): readonly string[] {
  return ['python3', '-c', program]
}

/** A shell command that prints `none` when no process of the name is left: what is killed takes its time to go. */
export function untilNone(name: string): string {
  return `while pgrep -x ${name} >/dev/null; do :; done; echo none`
}
