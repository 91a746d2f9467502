import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { freePort } from '../src/server/own-server.ts'
import { serverFolder } from '../src/server/server-files.ts'

/** One of the two disks of a tiny server: that of its tables, or that of its write-ahead log. */
type Disk = 'data' | 'wal'

/** A Postgres for tests, each of whose disks is small and can be full. */
interface TinyServer extends AsyncDisposable {
  /** The address of its one database. */
  readonly address: string
  /** Takes all space that is left; of the log, until the server gives up. */
  fill(disk: Disk): Promise<void>
  /** Gives the space back, and starts the server that has given up. */
  free(disk: Disk): Promise<void>
}

/** Gives a program private file systems: bubblewrap. */
const MOUNTER = 'bwrap'

/** A server needs about half of it for itself. */
const BYTES = 64 * 2 ** 20

/**
 * Starts a server whose disks are file systems in memory, which bubblewrap mounts for it alone. Throws one line if
 * bubblewrap is missing or may not do that.
 */
export async function startTinyServer(): Promise<TinyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-tiny-'))
  const programs = join(serverFolder(), 'bin')
  const port = await freePort()
  const address = `postgres://postgres@127.0.0.1:${port}/postgres`
  const shell = openShell(folder)
  const server = `'${join(programs, 'pg_ctl')}' -D ${folder}/data/pg -l /dev/null`
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c min_wal_size=2MB -c max_wal_size=8MB`
  const stop = `${server} -m immediate stop || true`
  const start = `${server} -w -o '${options}' start`
  try {
    await shell.run(
      `'${join(programs, 'initdb')}' -D ${folder}/data/pg -X ${folder}/wal/pg --wal-segsize=1 --no-sync -U postgres -A trust`,
    )
    await shell.run(start)
  } catch (error) {
    shell.close()
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return {
    address,
    async fill(disk) {
      await shell.run(`! cat /dev/zero > ${folder}/${disk}/filler`)
      if (disk === 'wal') await writeLog(address)
    },
    async free(disk) {
      await shell.run(`rm ${folder}/${disk}/filler`)
      if (disk === 'data') return
      await shell.run(`${stop}; ${start}`)
      await withClient(address, `select pg_drop_replication_slot('filler')`)
    },
    async [Symbol.asyncDispose]() {
      await shell.run(stop)
      shell.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Writes to the log, of which nothing is thrown away meanwhile, until the server ends: it cannot continue without one. */
async function writeLog(address: string): Promise<void> {
  await withClient(address, `select pg_create_physical_replication_slot('filler', true)`)
  const write = `select txid_current(), pg_logical_emit_message(true, 'filler', repeat('x', 500000))`
  for (let attempt = 0; attempt < MAX_WRITES; attempt += 1)
    if (!(await withClient(address, write).then(() => true, isDiskFull))) return
  throw new Error('the server continues on a disk without room for its log')
}

/** Many times what the disk has room for. */
const MAX_WRITES = 1_000

/** That alone does not end a server yet: its next transaction does. */
function isDiskFull(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '53100'
}

/** Waits for no server that ends in the middle of an answer. */
async function withClient(address: string, text: string): Promise<void> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: 30_000,
    query_timeout: 30_000,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(text)
  } finally {
    client.end().catch(() => {})
  }
}

interface Shell {
  /** Rejects with what the command said if it fails. */
  readonly run: (command: string) => Promise<void>
  readonly close: () => void
}

/** A shell that sees the small disks; what it starts ends with it. */
function openShell(folder: string): Shell {
  const disks = ['data', 'wal'].flatMap((disk) => ['--size', String(BYTES), '--tmpfs', join(folder, disk)])
  const user = ['--unshare-user', '--uid', '1000', '--gid', '1000'] // the server refuses to run as root
  const args = [...user, '--unshare-pid', '--die-with-parent', '--dev-bind', '/', '/', ...disks, 'sh']
  const child = spawn(MOUNTER, args, { stdio: 'pipe' })
  child.stdin.on('error', () => {})
  return { run: (command) => runIn(child, command), close: () => child.stdin.end() }
}

function runIn(child: ChildProcessWithoutNullStreams, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    const lines = createInterface(child.stdout)
    const hear = (chunk: unknown): void => {
      said += String(chunk)
    }
    const settle = (code: string): void => {
      lines.close()
      child.stderr.off('data', hear)
      child.off('error', fail).off('close', end)
      if (code === '0') resolve()
      else reject(new Error(`no server on a small disk: ${said.trim().replaceAll('\n', ' ') || code}`))
    }
    const fail = (error: Error): void => settle(error.message)
    const end = (): void => settle(`${MOUNTER} ended`)
    child.once('error', fail).once('close', end)
    child.stderr.on('data', hear)
    lines.on('line', settle)
    child.stdin.write(`{ ${command}; } > /dev/null; echo $?\n`)
  })
}
