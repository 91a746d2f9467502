import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Turn } from '@skill-state/agent'
import { type CountingWorld, openLink, serveWorld, type TestedHost } from '@skill-state/agent/conformance'
import { build } from 'rolldown'

/** The program of Cloudflare's runtime for this machine; undefined if npm has none. */
export function workerdProgram(): string | undefined {
  try {
    return createRequire(import.meta.url)('workerd').default
  } catch {
    return undefined
  }
}

export interface WorkerdHost extends TestedHost {
  readonly url: string
  kill(): Promise<void>
  start(): Promise<void>
}

/** Cloudflare's runtime with the agent of the suite, its objects on the disk. */
export async function openWorkerdHost(
  world: CountingWorld | undefined,
  program: string,
): Promise<WorkerdHost> {
  const served = world && (await serveWorld(world.ask))
  const link = served && (await openLink(Number(new URL(served.url).port)))
  const folder = mkdtempSync(join(tmpdir(), 'skill-state-workerd-'))
  mkdirSync(join(folder, 'disk'))
  await build({
    input: join(import.meta.dirname, 'worker.ts'),
    platform: 'browser',
    external: /^node:/,
    resolve: { conditionNames: ['@skill-state/source', 'import', 'default'] },
    logLevel: 'silent',
    output: { file: join(folder, 'worker.mjs') },
  })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let version = 1
  let child: ChildProcess | undefined

  const start = async (): Promise<void> => {
    writeFileSync(
      join(folder, 'config.capnp'),
      configOf({ port, version, world: link ? `http://127.0.0.1:${link.port}` : '' }),
    )
    child = spawn(program, ['serve', 'config.capnp'], { cwd: folder, stdio: 'ignore' })
    await listening(url, child)
  }
  const kill = async (): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  const call = async (path: string, credential?: string, command?: unknown): Promise<Response> => {
    const headers: Record<string, string> = credential === undefined ? {} : { authorization: credential }
    const method = /\/(?:tell|stop|empty)$/.test(path) ? 'POST' : 'GET'
    const body = command === undefined ? null : JSON.stringify(command)
    const response = await fetch(`${url}/${path}`, { method, headers, body })
    if (!response.ok) throw new Error(await response.text())
    return response
  }
  await start()
  return {
    url,
    start,
    kill,
    tell: async (session, command, credential) =>
      (await (await call(`${session}/tell`, credential, command)).json()) as Turn,
    async playEmpty(session, steps, text = '') {
      await call(`${session}/empty`, undefined, { steps, text })
    },
    async stop(session) {
      await call(`${session}/stop`, 'ada')
    },
    records: async (session) =>
      (await (await call(`${session}/records`, session.split('-')[0])).json()) as never,
    async cut(ms) {
      await link?.cut(ms)
    },
    async restart(next = version) {
      version = next
      await kill()
      await start()
    },
    async close() {
      await kill()
      await link?.[Symbol.asyncDispose]()
      await served?.[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configOf({ port, version, world }: { port: number; version: number; world: string }): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "disk", disk = (path = "disk", writable = true)),
    (name = "net", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-08-01",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [
    (name = "DESK", durableObjectNamespace = "Desk"),
    (name = "EMPTY", durableObjectNamespace = "Empty"),
    (name = "WORLD", text = "${world}"),
    (name = "VERSION", text = "${version}"),
  ],
  durableObjectNamespaces = [
    (className = "Desk", uniqueKey = "desk", enableSql = true),
    (className = "Empty", uniqueKey = "empty", enableSql = true),
  ],
  durableObjectStorage = (localDisk = "disk"),
  globalOutbound = "net",
);
`
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}

/** Waits until an address answers. Fails if the program ends. */
async function listening(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('workerd ended')
    if (await fetch(url).catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
