import { CountingWorld, killHost, testHost } from '@skill-state/agent/conformance'
import { test } from 'vitest'
import { openRestateHost, restateServer } from '../test/restate-host.ts'

const program = restateServer()
const checks = testHost({ open: (world) => openRestateHost(world, program ?? '') })

for (const { name, run } of checks) {
  test(`Restate: ${name}`, async ({ skip }) => {
    if (program === undefined) skip('the server of Restate for this machine')
    await run()
  })
}

test('kills of worker and server lose no effect, do none twice, and overlap no turns', async ({ skip }) => {
  if (program === undefined) skip('the server of Restate for this machine')
  const world = new CountingWorld()
  const host = await openRestateHost(world, program ?? '')
  try {
    const kill = (time: number): Promise<void> => (time % 2 === 0 ? host.restart() : host.restartServer())
    await killHost({ host, world, kills: 4, kill, pause: (time) => 150 * (time + 1), sessions: 2 })
  } finally {
    await host.close()
  }
})
