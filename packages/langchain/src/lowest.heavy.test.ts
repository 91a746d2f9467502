import { testAdapter } from '@skill-state/agent/conformance'
import { describe, expect, test, vi } from 'vitest'
import { deskInLangchain } from '../test/desk.ts'

vi.mock('langchain', () => import('langchain-lowest'))

describe('the lowest version of LangChain', () => {
  test.each(testAdapter({ start: deskInLangchain, steps: 20, lacks: ['partial'] }))('$name', ({ run }) =>
    run(),
  )
})

test('the agents are those of the lowest version', async () => {
  const [langchain, lowest] = await Promise.all([import('langchain'), import('langchain-lowest')])
  expect(langchain.createAgent).toBe(lowest.createAgent)
})
