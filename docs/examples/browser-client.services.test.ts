import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { memorySessions } from '@skill-state/agent'
import { sessionClient } from '@skill-state/agent/client'
import { parseHTML } from 'linkedom'
import { createElement } from 'react'
import { afterAll, expect, test, vi } from 'vitest'
import { Desk } from './booking/desk.ts'
import { bookingAgent } from './booking-agent.ts'
import { serve } from './web-server.ts'

const desk = new Desk()
const inner = desk.model()
let thinking = (): void => {}
const asked = new Promise<void>((resolve) => {
  thinking = resolve
})
/** Answers all but one message, which it never stops to think about. */
const model: typeof inner = {
  ...inner,
  generate: (request) => {
    if (!JSON.stringify(request.prompt).includes('to the moon')) return inner.generate(request)
    thinking()
    return new Promise((_, reject) => {
      request.signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })
  },
}
const server = serve(bookingAgent(model, desk), memorySessions())
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/customers/7`
const storage = { getItem: () => null, setItem: () => {}, removeItem: () => {} }

test('a page talks with the web server of the guide: streams, approves, stops, reads again', async () => {
  const client = sessionClient({ url, storage })
  await client.load()
  await client.send('Book flight ROM7 for 620 euros.')
  expect(client.view().approval).toMatchObject({ tool: 'book' })
  await client.decide()
  expect(desk.calls).toEqual(['book ROM7'])
  expect(client.view().messages.at(-1)).toEqual({ by: 'agent', text: 'Booked as B1.' })
  const far = client.send('A flight to the moon, please.')
  await asked
  await client.stop()
  await far
  expect(client.view()).toMatchObject({ busy: false, problem: 'stopped by the user' })
  const again = sessionClient({ url, storage })
  await again.load()
  expect(again.view().messages).toEqual(client.view().messages)
})

test('the React component of the guide sends what is typed, and approves by a click', async () => {
  const { window, document } = parseHTML('<body></body>')
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  const { createRoot } = await import('react-dom/client')
  const { Chat } = await import('./react-chat.tsx')
  const client = sessionClient({ url: url.replace(/7$/, '8'), storage })
  const { body } = document
  createRoot(body).render(createElement(Chat, { client }))
  const form = await vi.waitUntil(() => body.querySelector('form'))
  // What linkedom has not of a form.
  vi.stubGlobal(
    'FormData',
    class {
      get = () => 'Book flight ROM7 for 620 euros.'
    },
  )
  Object.assign(form, { reset: () => {} })
  form.dispatchEvent(new window.Event('submit', { bubbles: true, cancelable: true }))
  const approve = await vi.waitUntil(() => body.querySelector('p ~ button'))
  expect(approve.textContent).toBe('Approve: it costs 620 euros')
  approve.dispatchEvent(new window.Event('click', { bubbles: true }))
  await vi.waitUntil(() => body.textContent.includes('agent: Booked as'))
})
