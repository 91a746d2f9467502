// Starts a server of Restate with the booking agent behind it, and books a flight through its ingress.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@restatedev/restate-sdk'
import { restateAgent } from '@skill-state/restate'
import { answers, bookRome, freePort, tellAt } from './_on-host.ts'
import { airline, model } from './airline.ts'
import { bookingAgent } from './booking-agent.ts'

const agent = bookingAgent(model, airline)
const users = new Map([['secret of ada', 'ada']])
const object = restateAgent({
  agent,
  name: 'booking',
  admit: (authorization = '', session) => {
    const user = users.get(authorization)
    return user !== undefined && session.startsWith(`${user}-`) ? { user } : undefined
  },
})
const [port, ingress, admin, node] = [await freePort(), await freePort(), await freePort(), await freePort()]
await serve({ services: [object], port, logger: () => {} })

const here = createRequire(createRequire(import.meta.url).resolve('@restatedev/restate-server/package.json'))
const binary = `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`
const folder = mkdtempSync(join(tmpdir(), 'booking-'))
const options = ['--no-logo', '--base-dir', folder, '--bind-ip', '127.0.0.1', '--listen-mode', 'tcp']
const server = spawn(here.resolve(binary), options, {
  stdio: 'ignore',
  env: {
    RESTATE_DISABLE_TELEMETRY: 'true',
    RESTATE_BIND_PORT: `${node}`,
    RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
    RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
  },
})
await answers(`http://127.0.0.1:${ingress}/restate/health`)
await answers(`http://127.0.0.1:${admin}/health`)
const registered = await fetch(`http://127.0.0.1:${admin}/deployments`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ uri: `http://127.0.0.1:${port}` }),
})
if (!registered.ok) throw new Error(await registered.text())

await bookRome((command) => tellAt(`http://127.0.0.1:${ingress}/booking/ada-1/tell`, command))
server.kill()
await once(server, 'exit')
rmSync(folder, { recursive: true })
process.exit()
