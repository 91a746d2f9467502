import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Turn } from '@skill-state/agent'
import { type CountingWorld, openLink, serveWorld, type TestedHost } from '@skill-state/agent/conformance'
import { hostedRecords } from '@skill-state/agent/host'

/** The program of Restate's server for this machine; undefined if npm has none. */
export function restateServer(): string | undefined {
  const here = createRequire(import.meta.url)
  try {
    const from = createRequire(here.resolve('@restatedev/restate-server/package.json'))
    return from.resolve(`@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`)
  } catch {
    return undefined
  }
}

export interface RestateHost extends TestedHost {
  readonly ingress: string
  readonly admin: string
  /** Starts a worker of another version, which leaves the one before it. */
  startBeside(version: number): Promise<void>
  restartServer(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill(signal)
  await exit
}

/** Restate's server with a worker that runs the agent of the suite. */
export async function openRestateHost(
  world: CountingWorld | undefined,
  program: string,
): Promise<RestateHost> {
  const served = world && (await serveWorld(world.ask))
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-restate-'))
  const [ingressPort, adminPort, nodePort] = [await freePort(), await freePort(), await freePort()]
  const ingress = `http://127.0.0.1:${ingressPort}`
  const admin = `http://127.0.0.1:${adminPort}`
  let server: ChildProcess | undefined
  let worker: ChildProcess | undefined
  const beside: (ChildProcess | undefined)[] = []
  const ports = new Map<number, number>()
  const links: Awaited<ReturnType<typeof openLink>>[] = []
  let version = 1

  const startServer = async (): Promise<void> => {
    const options = [
      '--base-dir',
      folder,
      '--node-name',
      'n1',
      '--bind-ip',
      '127.0.0.1',
      '--listen-mode',
      'tcp',
    ]
    server = spawn(program, ['--no-logo', ...options], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH,
        RESTATE_DISABLE_TELEMETRY: 'true',
        RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: '128MiB',
        RESTATE_LOG_FILTER: 'off',
        RESTATE_BIND_PORT: `${nodePort}`,
        RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingressPort}`,
        RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${adminPort}`,
      },
    })
    for (const url of [`${ingress}/restate/health`, `${admin}/health`]) await healthy(url, server)
  }
  const startWorker = async (): Promise<void> => {
    const port = ports.get(version) ?? (await freePort())
    worker = fork(new URL('worker.ts', import.meta.url), [served?.url ?? '', `${port}`, `${version}`], {
      execArgv: ['--conditions=@skill-state/source'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    await once(worker, 'message')
    if (ports.has(version)) return
    ports.set(version, port)
    const link = await openLink(port)
    links.push(link)
    const uri = `http://127.0.0.1:${link.port}`
    const { ok } = await fetch(`${admin}/deployments`, json({ uri }))
    if (!ok) throw new Error('Restate did not take the deployment')
  }
  const call = async (
    session: string,
    handler: string,
    input: unknown,
    credential?: string,
    object = 'desk',
  ): Promise<unknown> => {
    const { body, headers } = json(input)
    const authorization: Record<string, string> =
      credential === undefined ? {} : { authorization: credential }
    const response = await fetch(`${ingress}/${object}/${session}/${handler}`, {
      method: 'POST',
      headers: { ...headers, ...authorization },
      body: input === undefined ? null : body,
    })
    const said = await response.text()
    if (!response.ok) throw new Error(said)
    return said === '' ? undefined : JSON.parse(said)
  }
  await startServer()
  await startWorker()
  return {
    ingress,
    admin,
    tell: async (session, command, credential) => (await call(session, 'tell', command, credential)) as Turn,
    async playEmpty(session, steps, text = '') {
      await call(session, 'tell', { steps, text }, undefined, 'empty')
    },
    async history() {
      const query = `select sum(raw_length) as bytes from sys_journal j join sys_invocation i on i.id = j.id
        where i.target_service_name = 'desk'`
      const { method, headers, body } = json({ query })
      const asked = { method, headers: { ...headers, accept: 'application/json' }, body }
      const { rows } = (await (await fetch(`${admin}/query`, asked)).json()) as {
        rows: { bytes: number | null }[]
      }
      return Number(rows[0]?.bytes ?? 0)
    },
    async stop(session) {
      await call(session, 'stop', undefined, 'ada')
    },
    records: (session) =>
      hostedRecords(async (name) => {
        const kept = await call(session, 'kept', name, session.split('-')[0])
        return (kept ?? undefined) as never
      }),
    async restart(next = version) {
      version = next
      await end(worker, 'SIGKILL')
      await startWorker()
    },
    async startBeside(next) {
      version = next
      beside.push(worker)
      await startWorker()
    },
    async cut(ms) {
      await Promise.all(links.map((link) => link.cut(ms)))
    },
    async restartServer() {
      await end(server, 'SIGKILL')
      await startServer()
    },
    async close() {
      for (const child of [...beside, worker, server]) await end(child, 'SIGKILL')
      for (const link of [...links, served]) await link?.[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function json(value: unknown): { method: string; headers: Record<string, string>; body: string } {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

/** Waits until an address answers. Fails if the server ends. */
async function healthy(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null) throw new Error('the server of Restate ended')
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
