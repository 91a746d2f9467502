import { randomBytes } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { SkillStateError } from '@skill-state/protocol'
import type { Limits, OpenOptions, Sandbox, Session } from '../sandbox.ts'
import { settleOptions } from '../settle-options.ts'
import { tar } from '../tar.ts'
import { DockerSession } from './docker-session.ts'
import { run } from './run.ts'

export interface DockerOptions {
  /** Must hold bash, tar and the tasks' tools; it is never pulled. Default `skill-state-ctf`. */
  readonly image?: string
}

/** The image's recipe, for `docker build -t skill-state-ctf -`: what the tasks that need no network can be solved with. */
export const dockerfile = `FROM debian:bookworm-slim
RUN apt-get update \\
 && apt-get install -y --no-install-recommends \\
    python3 python3-cryptography binutils unzip poppler-utils file xxd bsdextrautils \\
 && rm -rf /var/lib/apt/lists/*
`

/**
 * Sessions by Docker: a container each, without capabilities or a way to more rights. Files are copied in; nothing
 * of this machine is mounted but the folders that are named. The room for files is not bounded, which Docker can do on
 * few of its storage drivers.
 *
 * Tested against a program that plays `docker`, not yet against a daemon.
 */
export function dockerSandbox({ image = 'skill-state-ctf' }: DockerOptions = {}): Sandbox {
  return { id: 'docker', open: (options) => open(image, options) }
}

async function open(image: string, options: OpenOptions): Promise<Session> {
  const limits = settleOptions(options)
  options.signal?.throwIfAborted()
  const container = `skill-state-${randomBytes(8).toString('hex')}`
  const session = new DockerSession(container, limits)
  try {
    await must([
      'run',
      '--detach',
      '--name',
      container,
      ...isolation(limits, options.network),
      ...volumes(options),
      '--workdir',
      options.folder,
      ...idle(image),
    ])
    await must(['cp', '-', `${container}:${options.folder}`], tar(options.files))
    options.signal?.throwIfAborted()
    return session
  } catch (error) {
    await session.close()
    throw error
  }
}

/** As this process's own user, if commands write into a folder of this machine. */
function volumes({ folder, host, readOnly, mounts = [], env = {} }: OpenOptions): readonly string[] {
  const user = host === undefined ? [] : ['--user', `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`]
  return [
    ...user,
    ...(host === undefined ? [] : ['--volume', `${realpathSync(host)}:${folder}`]),
    ...mounts.flatMap(({ from, to, writable }) => [
      '--volume',
      `${realpathSync(from)}:${to}${writable ? '' : ':ro'}`,
    ]),
    // A value of ours is taken by its name, so that the list of processes does not show it.
    ...Object.entries(env).flatMap(([name, value]) => [
      '--env',
      process.env[name] === value ? name : `${name}=${value}`,
    ]),
    ...(readOnly ? ['--volume', `${realpathSync(readOnly.from)}:${readOnly.folder}:ro`] : []),
  ]
}

function isolation({ memoryBytes, processes }: Limits, network = false): readonly string[] {
  return [
    ...['--rm', '--pull', 'never', '--network', network ? 'bridge' : 'none', '--hostname', 'sandbox'],
    ...['--cap-drop', 'ALL'],
    ...['--security-opt', 'no-new-privileges', '--pids-limit', String(processes)],
    ...['--memory', String(memoryBytes), '--memory-swap', String(memoryBytes), '--ulimit', 'core=0'],
  ]
}

/** As process 1 it outlives the commands' `kill -9 -1`, and it reaps what they leave behind. */
function idle(image: string): readonly string[] {
  return ['--entrypoint', '/bin/bash', image, '-c', 'while :; do sleep infinity & wait; done']
}

async function must(words: readonly string[], input?: Uint8Array): Promise<void> {
  const { ended } = run('docker', words, { keptBytes: 2000, input })
  const ran = await ended
  if (ran.exitCode === 0) return
  const said = Buffer.from(ran.output).toString().trim().replaceAll('\n', '; ') || 'no answer'
  throw new SkillStateError('sandbox-unavailable', `docker ${words[0]}: ${said}`)
}
