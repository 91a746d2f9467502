import { testHost } from '@skill-state/agent/conformance'
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
