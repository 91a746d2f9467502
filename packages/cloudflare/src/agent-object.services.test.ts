import { CountingWorld, testHost } from '@skill-state/agent/conformance'
import { afterAll, expect, test } from 'vitest'
import { openWorkerdHost, type WorkerdHost, workerdProgram } from '../test/workerd-host.ts'

interface Opened {
  readonly host: WorkerdHost
  readonly world: CountingWorld
}

const program = workerdProgram()
/** One runtime for all tests. */
let opened: Promise<Opened> | undefined
const open = (world = new CountingWorld()): Promise<Opened> =>
  (opened ??= openWorkerdHost(world, program ?? '').then((host) => ({ host, world })))
afterAll(async () => (await opened)?.host.close())
const checks = testHost({ open: async (world) => ({ ...(await open(world)).host, close: async () => {} }) })

for (const { name, run } of checks) {
  test(`a Durable Object: ${name}`, async ({ skip }) => {
    if (program === undefined) skip('the runtime of Cloudflare for this machine')
    await run()
  })
}

test('streams a turn, and an alarm alone continues one that was cut off', async ({ skip }) => {
  if (program === undefined) skip('the runtime of Cloudflare for this machine')
  const { host, world } = await open()
  world.before = async () => {}
  const headers = { authorization: 'ada', accept: 'text/event-stream' }
  const send = JSON.stringify({ send: 'A flight to Rome.' })
  const streamed = await fetch(`${host.url}/ada-streamed/tell`, { method: 'POST', headers, body: send })
  expect(await streamed.text()).toMatch(/event: tool-started.*event: reply\n.*event: turn-ended/s)
  const { reached } = world.hold('search')
  const asked = { prefer: 'respond-async', authorization: 'ada' }
  await fetch(`${host.url}/ada-cut/tell`, { method: 'POST', headers: asked, body: send })
  await reached
  await host.kill()
  const booked = Promise.withResolvers<void>()
  world.before = async ({ tool }) => {
    if (tool === 'book') booked.resolve()
  }
  await host.start()
  await booked.promise
  expect(
    world.effects.filter(({ tool, key }) => tool === 'search' && key.startsWith('ada-cut/')),
  ).toHaveLength(1)
})
