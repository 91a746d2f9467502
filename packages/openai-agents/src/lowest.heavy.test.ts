import { testAdapter } from '@skill-state/agent/conformance'
import { describe, expect, test, vi } from 'vitest'
import { deskInAgents } from '../test/desk.ts'

vi.mock('@openai/agents', () => import('openai-agents-lowest'))

describe('the lowest version of the SDK', () => {
  test.each(testAdapter({ start: deskInAgents, steps: 20, lacks: ['history', 'marks'] }))(
    '$name',
    ({ run }) => run(),
  )
})

test('an agent is one of the lowest version', async () => {
  const [{ Agent }, lowest] = await Promise.all([import('@openai/agents'), import('openai-agents-lowest')])
  expect(new Agent({ name: 'a' })).toBeInstanceOf(lowest.Agent)
})
