import { type AdapterSetup, testAdapter } from '@skill-state/agent/conformance'
import { describe, expect, test, vi } from 'vitest'
import { framework, type Way } from '../test/framework.ts'
import { stateAgent } from './index.ts'

vi.mock('ai', () => import('ai-lowest'))
vi.mock('ai/test', () => import('ai-lowest/test'))
vi.mock('ai/package.json', () => import('ai-lowest/package.json', { with: { type: 'json' } }))

describe.for<Way>(['generate', 'stream', 'prepareStep'])('the lowest version of the AI SDK, by %s', (way) => {
  const lacks = { stream: [], generate: ['streaming'], prepareStep: ['streaming'] } as const
  const options = { start: (setup: AdapterSetup) => framework(setup, way), lacks: lacks[way], steps: 20 }
  for (const { name, run } of testAdapter(options)) test(name, run)
})

test('an agent is one of the lowest version', async () => {
  const { ToolLoopAgent } = await import('ai-lowest')
  const agent = stateAgent({ model: 'any', tools: {}, skill: { state: { type: 'object' } } })
  expect(agent).toBeInstanceOf(ToolLoopAgent)
})
