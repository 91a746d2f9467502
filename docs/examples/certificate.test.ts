import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { agent } from '@skill-state/agent'
import { providerModel } from '@skill-state/models'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** What a provider's server receives for one message; it never answers well. */
async function bodiesFor(
  name: string,
  capabilities: object,
): Promise<{
  readonly sent: readonly number[]
  readonly told: readonly number[]
  readonly certified: number
}> {
  const sent: number[] = []
  const server = createServer(async (request, response) => {
    sent.push(charsOf(JSON.parse((await Array.fromAsync(request)).join(''))))
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error": {"message": "no"}}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const desk = agent({
      model: await providerModel(name, {
        baseUrl: `http://127.0.0.1:${port}`,
        apiKey: 'k',
        env: {},
        capabilities,
      }),
      instructions: 'You are a support desk.',
      state: z.object({ customer: z.string().max(40).describe('Whom it is about.').default('') }),
      tools: Object.fromEntries(
        Array.from({ length: 6 }, (_, index) => [
          `tool_${index}`,
          {
            description: 'Does something.',
            input: z.object({ id: z.string().describe('An id.') }),
            execute: () => 'ok',
          },
        ]),
      ),
    })
    const session = await desk.open({ id: 'a' })
    const told: number[] = []
    try {
      for await (const event of session.send('Hello'))
        if (event.type === 'model-called') told.push(event.promptChars)
    } catch {}
    return { sent, told, certified: desk.certificate.bounded ? desk.certificate.promptChars : Infinity }
  } finally {
    server.close()
  }
}

/** Where the bodies have what a prompt says. */
const TEXTS = ['system', 'content', 'text', 'instructions', 'input']

/** Characters of a body: its texts as the model reads them, the rest as JSON. */
function charsOf(body: object): number {
  let chars = 0
  const rest = JSON.stringify(body, (key, value) => {
    if (typeof value !== 'string' || !TEXTS.includes(key)) return value
    chars += value.length
    return ''
  })
  return chars + rest.length
}

/** Most characters of the settings and roles in a body. */
const ENVELOPE = 500

const calls = { native: 'calls', maxOutputTokens: 1_000 }

test.each([
  ['anthropic:claude-m', calls],
  ['anthropic:claude-m', { native: 'messages' }],
  ['openai:gpt-5', calls],
  ['openai:gpt-5', {}],
  ['vllm:m', calls],
  ['vllm:m', {}],
])('the certificate and promptChars cover all that is sent to %s with %j', async (name, capabilities) => {
  const { sent, told, certified } = await bodiesFor(name, capabilities)
  expect(sent[0]).toBeGreaterThan(2_000)
  expect((told[0] ?? 0) + ENVELOPE).toBeGreaterThanOrEqual(sent[0] ?? Infinity)
  expect(certified).toBeGreaterThanOrEqual(told[0] ?? Infinity)
})
