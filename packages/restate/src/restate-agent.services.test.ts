import { CountingWorld, killHost, testHost } from '@skill-state/agent/conformance'
import { expect, test } from 'vitest'
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

test('a turn ends in the version that began it, and the next one is played by the new version', async ({
  skip,
}) => {
  if (program === undefined) skip('the server of Restate for this machine')
  const world = new CountingWorld()
  const host = await openRestateHost(world, program ?? '')
  try {
    const reached = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    world.before = async ({ tool }) => {
      if (tool !== 'search') return
      reached.resolve()
      await goOn.promise
    }
    const turn = host.tell('ada-1', { send: 'A flight to Rome.' }, 'ada')
    await reached.promise
    await host.startBeside(2)
    goOn.resolve()
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
  const world = new CountingWorld()
  const host = await openRestateHost(world, program ?? '')
  try {
    const headers = { 'content-type': 'application/json', authorization: 'ada' }
    const body = JSON.stringify({ command: { send: 'Hello.' }, context: 'root' })
    const { status } = await fetch(`${host.ingress}/desk/ada-1/play`, { method: 'POST', headers, body })
    expect(status).toBe(400)
    expect(await host.records('ada-1')).toEqual([])
    expect(world.deliveries).toEqual([])
  } finally {
    await host.close()
  }
})
