import { expect, test } from 'vitest'
import { complaint, mendable, type PlantedFault, unplanted } from '../../test/planted-faults.ts'
import { promptText } from '../model/message.ts'
import type { FinishReason, Model, ModelRequest, ModelResponse, Usage } from '../model/model.ts'
import type { Check } from './rules/rule.ts'
import { testModel } from './test-model.ts'

async function echo({ prompt, signal }: ModelRequest): Promise<ModelResponse> {
  signal?.throwIfAborted()
  await Promise.resolve()
  signal?.throwIfAborted()
  return {
    text: promptText(prompt),
    finishReason: 'stop',
    usage: { inputTokens: 2, outputTokens: 2 },
    model: 'echo',
  }
}

const correct = (): Model => ({ id: 'echo', generate: echo })

function answering(change: Partial<ModelResponse>): () => Model {
  return () => ({ id: 'echo', generate: async (request) => ({ ...(await echo(request)), ...change }) })
}

function counting(usage: Usage): () => Model {
  return answering({ usage })
}

function suite(create: () => Model): readonly Check[] {
  return testModel({ create, prompt: 'Say one word.' })
}

const faults: readonly PlantedFault<() => Model>[] = [
  {
    fault: 'answers null for an empty message',
    caughtBy: 'answers with text',
    implementation: answering({ text: null as unknown as string }),
  },
  {
    fault: 'leaves its name out',
    caughtBy: 'names the model that answered',
    implementation: answering({ model: '' }),
  },
  {
    fault: "passes a provider's own finish reason through",
    caughtBy: 'gives a known finish reason',
    implementation: answering({ finishReason: 'max_tokens' as FinishReason }),
  },
  {
    fault: 'marks an unknown count by -1',
    caughtBy: 'reports usage in whole tokens or not at all',
    implementation: counting({ inputTokens: -1 }),
  },
  {
    fault: 'estimates a fraction of a token',
    caughtBy: 'reports usage in whole tokens or not at all',
    implementation: counting({ outputTokens: 2.5 }),
  },
  {
    fault: 'leaves cached tokens out of the input',
    caughtBy: 'counts cached tokens as a part of the input',
    implementation: counting({ inputTokens: 3, cachedInputTokens: 900 }),
  },
  {
    fault: 'leaves tokens written to a cache out of the input',
    caughtBy: 'counts tokens written to a cache as a part of the input',
    implementation: counting({ inputTokens: 3, cachedInputTokens: 2, cacheWriteTokens: 2 }),
  },
  {
    fault: 'leaves reasoning out of the output',
    caughtBy: 'counts reasoning tokens as a part of the output',
    implementation: counting({ outputTokens: 3, reasoningTokens: 900 }),
  },
  {
    fault: 'has no id',
    caughtBy: 'keeps one non-empty id',
    implementation: () => ({ id: '', generate: echo }),
  },
  {
    fault: 'changes its id with each call',
    caughtBy: 'keeps one non-empty id',
    implementation: () => {
      let calls = 0
      const generate = (request: ModelRequest): Promise<ModelResponse> => {
        calls += 1
        return echo(request)
      }
      return {
        generate,
        get id(): string {
          return `echo-${calls}`
        },
      }
    },
  },
  {
    fault: 'does not look at the signal',
    caughtBy: 'does not start when the signal is aborted',
    implementation: () => ({ id: 'echo', generate: ({ prompt }) => echo({ prompt }) }),
  },
  {
    fault: 'is busy during a call',
    caughtBy: 'answers overlapping calls',
    implementation: () => {
      let busy = false
      const generate = async (request: ModelRequest): Promise<ModelResponse> => {
        if (busy) throw new Error('busy')
        busy = true
        const response = await echo(request)
        busy = false
        return response
      }
      return { id: 'echo', generate }
    },
  },
  {
    fault: 'keeps one signal for all calls',
    caughtBy: 'answers a call while another is aborted',
    implementation: () => {
      let kept: AbortSignal | undefined
      const generate = ({ prompt, signal }: ModelRequest): Promise<ModelResponse> => {
        kept ??= signal
        return echo(kept === undefined ? { prompt } : { prompt, signal: kept })
      }
      return { id: 'echo', generate }
    },
  },
  {
    fault: 'writes into the request',
    caughtBy: 'leaves the request as it is',
    implementation: () => ({
      id: 'echo',
      generate: async (request) =>
        echo(Object.assign(request, { prompt: promptText(request.prompt).trim() })),
    }),
  },
]

for (const check of suite(correct)) test(`a correct model ${check.name}`, check.run)

test.for(faults)('$caughtBy: notices a model that $fault', async ({ implementation, caughtBy }) => {
  expect(await complaint(suite(implementation), caughtBy)).toMatch(mendable)
})

test('every check of a model can fail', () => {
  expect(unplanted(suite(correct), faults)).toEqual([])
})
