import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readableServerFolder, serverFolder } from './server-files.ts'

/** A server that a test starts for itself. */
export interface OwnServer extends AsyncDisposable {
  /** The address of its first database. */
  readonly address: string
  readonly start: () => Promise<void>
  readonly stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** The user without rights that every system has: Postgres does not run as root. */
const NOBODY = 65_534

const PASSWORD = 'secret'

/** Creates an empty server and starts it. Rejects at once, with what the server said, if it does not start. */
export async function startOwnServer(): Promise<OwnServer> {
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
  const programs = join(isRoot ? readableServerFolder() : serverFolder(), 'bin')
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-postgres-'))
  const data = join(folder, 'data')
  const port = await freePort()
  let server: ChildProcess | undefined

  const run = (program: string, args: readonly string[]): ChildProcess =>
    spawn(join(programs, program), args, {
      ...identity,
      cwd: folder,
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  const start = async (): Promise<void> => {
    const options = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
    server = run('postgres', ['-D', data, '-p', String(port), ...options])
    await said(server, 'ready to accept connections')
  }
  const stop = async (signal: NodeJS.Signals = 'SIGINT'): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'close')
    server.kill(signal)
    await ended
  }
  const dispose = async (): Promise<void> => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    mkdirSync(data)
    chmodSync(folder, 0o755)
    if (isRoot) chownSync(data, NOBODY, NOBODY)
    writeFileSync(join(folder, 'password'), PASSWORD)
    const access = ['-U', 'postgres', '-A', 'password', `--pwfile=${join(folder, 'password')}`]
    await said(run('initdb', ['-D', data, ...access, '--no-sync']))
    await start()
  } catch (error) {
    await dispose()
    throw error
  }
  return {
    address: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`,
    start,
    stop,
    [Symbol.asyncDispose]: dispose,
  }
}

/** Settles once a process has said the words, or without words, once it has ended well. */
function said(child: ChildProcess, words?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const fail = (reason: string): void =>
      reject(new Error(`the Postgres of the tests does not start: ${reason.trim().replaceAll('\n', ' ')}`))
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-10_000)
      if (words !== undefined && text.includes(words)) resolve()
    })
    child.once('error', ({ message }) => fail(message))
    child.once('close', (code) => {
      if (words === undefined && code === 0) resolve()
      else fail(text || `it ended with ${code}`)
    })
  })
}

/** A port of this machine on which nothing listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await once(probe.close(), 'close')
  return port
}
