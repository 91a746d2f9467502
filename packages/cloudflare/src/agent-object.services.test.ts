import { CountingWorld, killHost, testHost } from '@skill-state/agent/conformance'
import { expect, test } from 'vitest'
import { openWorkerdHost, workerdProgram } from '../test/workerd-host.ts'

const program = workerdProgram()
const checks = testHost({ open: (world) => openWorkerdHost(world, program ?? '') })

for (const { name, run } of checks) {
  test(`a Durable Object: ${name}`, async ({ skip }) => {
    if (program === undefined) skip('the runtime of Cloudflare for this machine')
    await run()
  })
}

test('streams a turn, and an alarm alone continues one that was cut off', async ({ skip }) => {
  if (program === undefined) skip('the runtime of Cloudflare for this machine')
  const world = new CountingWorld()
  const host = await openWorkerdHost(world, program ?? '')
  try {
    const headers = { authorization: 'ada', accept: 'text/event-stream' }
    const send = JSON.stringify({ send: 'A flight to Rome.' })
    const streamed = await fetch(`${host.url}/ada-1/tell`, { method: 'POST', headers, body: send })
    expect(await streamed.text()).toMatch(/event: tool-started.*event: reply\n.*event: turn-ended/s)
    const reached = Promise.withResolvers<void>()
    world.before = async ({ tool }) => {
      if (tool !== 'search') return
      reached.resolve()
      await new Promise(() => {})
    }
    const asked = { prefer: 'respond-async', authorization: 'ada' }
    await fetch(`${host.url}/ada-2/tell`, { method: 'POST', headers: asked, body: send })
    await reached.promise
    await host.kill()
    const booked = Promise.withResolvers<void>()
    world.before = async ({ tool }) => {
      if (tool === 'book') booked.resolve()
    }
    await host.start()
    await booked.promise
    expect(world.effects.filter(({ tool }) => tool === 'search')).toHaveLength(2)
  } finally {
    await host.close()
  }
})

test('kills lose no effect, do none twice, and overlap no turns', async ({ skip }) => {
  if (program === undefined) skip('the runtime of Cloudflare for this machine')
  const world = new CountingWorld()
  const host = await openWorkerdHost(world, program ?? '')
  try {
    const kill = (): Promise<void> => host.restart()
    await killHost({ host, world, kills: 4, kill, pause: (time) => 100 * (time + 1), sessions: 2 })
  } finally {
    await host.close()
  }
})
