import {
  type AdapterSuiteOptions,
  adapterFaults,
  runAdapterCheck,
  testAdapter,
} from '@skill-state/agent/conformance'
import { describe, expect, test } from 'vitest'
import { framework, type Way } from '../test/framework.ts'
import type { CallOptions } from './types.ts'

function suite(way: Way, spoil?: (params: CallOptions) => CallOptions): AdapterSuiteOptions {
  const lacks = { stream: [], generate: ['streaming'], prepareStep: ['streaming'] } as const
  // The 1,000 steps are those of one way: the others differ in how the loop is called, not in what a step is.
  const steps = way === 'stream' ? 1_000 : 40
  return { start: (setup) => framework(setup, way, spoil), lacks: lacks[way], steps }
}

describe.for<Way>(['generate', 'stream', 'prepareStep'])('the AI SDK, by %s', (way) => {
  for (const { name, run } of testAdapter(suite(way))) test(name, run)
})

test.for(adapterFaults)('"$caughtBy" notices an agent that $fault', async ({ tamper, caughtBy }) => {
  await expect(runAdapterCheck({ ...suite('stream'), steps: 40, tamper }, caughtBy)).rejects.toThrow(
    /^rule "/,
  )
})

const orphan = {
  type: 'tool-result',
  toolCallId: 'call-0',
  toolName: 'search',
  output: { type: 'text', value: 'stale' },
} as const

test.for<readonly [fault: string, caughtBy: string, spoil: (params: CallOptions) => CallOptions]>([
  [
    'sends an orphaned result',
    'leaves no orphaned call or result',
    (params) => ({ ...params, prompt: [{ role: 'tool', content: [orphan] }, ...params.prompt] }),
  ],
  [
    'sends the instructions twice',
    'sends the prompts that the agent alone sends',
    (params) => ({
      ...params,
      prompt: [{ role: 'system', content: 'You run a travel desk.' }, ...params.prompt],
    }),
  ],
])('an adapter that %s is noticed', async ([_, caughtBy, spoil]) => {
  await expect(runAdapterCheck(suite('generate', spoil), caughtBy)).rejects.toThrow(/^rule "/)
})
