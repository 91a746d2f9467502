// Starts the runtime of Cloudflare with the booking agent in it, and books a flight.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'rolldown'
import { answers, bookRome, freePort, tellAt } from './_on-host.ts'

const folder = mkdtempSync(join(tmpdir(), 'booking-'))
mkdirSync(join(folder, 'disk'))
await build({
  input: join(import.meta.dirname, 'on-workerd-worker.ts'),
  platform: 'browser',
  external: /^node:/,
  resolve: { conditionNames: ['@skill-state/source', 'import', 'default'] },
  output: { file: join(folder, 'worker.mjs') },
})

const port = await freePort()
writeFileSync(
  join(folder, 'config.capnp'),
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "disk", disk = (path = "disk", writable = true))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  compatibilityDate = "2026-08-01",
  compatibilityFlags = ["nodejs_compat"],
  bindings = [(name = "BOOKING", durableObjectNamespace = "Booking")],
  durableObjectNamespaces = [(className = "Booking", uniqueKey = "booking", enableSql = true)],
  durableObjectStorage = (localDisk = "disk"),
);
`,
)
const program: string = createRequire(import.meta.url)('workerd').default
const runtime = spawn(program, ['serve', 'config.capnp'], { cwd: folder, stdio: 'ignore' })
await answers(`http://127.0.0.1:${port}`)

await bookRome((command) => tellAt(`http://127.0.0.1:${port}/ada-1/tell`, command))
runtime.kill()
await once(runtime, 'exit')
rmSync(folder, { recursive: true })
