import type { CountingWorld, TestedHost } from '../../packages/agent/src/conformance/index.ts'
import { openWorkerdHost, workerdProgram } from '../../packages/cloudflare/test/workerd-host.ts'
import { openPostgresHost } from '../../packages/postgres/test/postgres-host.ts'
import { openRestateHost, restateServer } from '../../packages/restate/test/restate-host.ts'

/** A host with its ways to die. */
export interface MortalHost {
  readonly host: TestedHost
  /** Kills its worker or its server, and starts it again. */
  readonly kill: (time: number) => Promise<void>
  /** Milliseconds that a turn which was cut off may wait at rest before it goes on. */
  readonly patienceMs: number
}

export const HOSTS: Readonly<Record<string, (world?: CountingWorld) => Promise<MortalHost>>> = {
  async restate(world) {
    const host = await openRestateHost(world, needed(restateServer(), 'server of Restate'))
    return {
      host,
      kill: (time) => (time % 2 === 0 ? host.restart() : host.restartServer()),
      patienceMs: 1_000,
    }
  },
  async workerd(world) {
    const host = await openWorkerdHost(world, needed(workerdProgram(), 'runtime of Cloudflare'))
    return { host, kill: () => host.restart(), patienceMs: 500 }
  },
  async postgres(world) {
    const host = await openPostgresHost(world)
    return {
      host,
      kill: (time) => (time % 2 === 0 ? host.restart() : host.restartServer()),
      patienceMs: 3_000,
    }
  },
}

function needed(program: string | undefined, what: string): string {
  if (program === undefined) throw new Error(`npm has no ${what} for this machine`)
  return program
}
