import { CountingWorld, testHost } from '@skill-state/agent/conformance'
import { afterAll, expect, test } from 'vitest'
import { openRestateHost, type RestateHost, restateServer } from '../test/restate-host.ts'

const program = restateServer()
/** One server for all tests but those of versions. */
let opened: Promise<RestateHost> | undefined
const open = (world = new CountingWorld()): Promise<RestateHost> =>
  (opened ??= openRestateHost(world, program ?? ''))
afterAll(async () => (await opened)?.close())
const checks = testHost({ open: async (world) => ({ ...(await open(world)), close: async () => {} }) })

for (const { name, run } of checks) {
  test(`Restate: ${name}`, async ({ skip }) => {
    if (program === undefined) skip('the server of Restate for this machine')
    await run()
  })
}

test('a turn ends in the version that began it, and the next one is played by the new version', async ({
  skip,
}) => {
  if (program === undefined) skip('the server of Restate for this machine')
  const world = new CountingWorld()
  const host = await openRestateHost(world, program ?? '')
  try {
    const { reached, goOn } = world.hold('search')
    const turn = host.tell('ada-1', { send: 'A flight to Rome.' }, 'ada')
    await reached
    await host.startBeside(2)
    goOn()
    expect((await turn).state).not.toHaveProperty('gate')
    expect((await host.tell('ada-1', { send: 'Hello.' }, 'ada')).state).toHaveProperty('gate', 'A1')
    const versions = world.deliveries.filter(({ tool }) => tool === 'model').map(({ input }) => input.version)
    expect(versions).toEqual([1, 1, 1, 2])
  } finally {
    await host.close()
  }
})

test('the wake-up that an object gives itself is not taken from outside', async ({ skip }) => {
  if (program === undefined) skip('the server of Restate for this machine')
  const host = await open()
  const headers = { 'content-type': 'application/json', authorization: 'ada' }
  const body = JSON.stringify({ command: { send: 'Hello.' }, context: 'root' })
  const { status } = await fetch(`${host.ingress}/desk/ada-woken/play`, { method: 'POST', headers, body })
  expect(status).toBe(400)
  expect(await host.records('ada-woken')).toEqual([])
})
