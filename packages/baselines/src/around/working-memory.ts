import { promptLayout } from '@skill-state/core'
import { defineRuntime, isJsonObject, type JsonValue, type RuntimeRecord } from '@skill-state/protocol'
import { z } from 'zod'
import { attempts } from '../turns/options.ts'
import { changeBlock } from './_reply-block.ts'
import { recentTurns, runAround } from './around-skill.ts'

const heading = '\n\nWorking Memory:\n'

/**
 * Mastra's typed working memory with the last messages (@mastra/memory 1.31.0, https://github.com/mastra-ai/mastra): an update
 * merges, and its nulls are stripped, so nothing is ever deleted. Mastra's 10 last messages are 5 turns here.
 */
export const workingMemory: RuntimeRecord<{ attempts: number; window: number }> = defineRuntime({
  id: 'working-memory',
  description: 'a typed memory from which nothing is deleted, and the newest 5 turns',
  options: z.strictObject({ attempts, window: z.int().min(1).default(5) }),
  layout: { ...promptLayout, heading, turns: recentTurns, observation: 'last' },
  ink: { light: '#15803d', dark: '#6ed08f', dash: '3 3' },
  run: (input, { attempts, window }) =>
    runAround(input, {
      attempts,
      heading,
      window,
      reply: (reply) =>
        changeBlock(reply, (block) => ({ ...block, state_patch: withoutNulls(block.state_patch ?? {}) })),
    }),
})

function withoutNulls(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([, each]) => each !== null)
  return Object.fromEntries(kept.map(([key, each]) => [key, withoutNulls(each)]))
}
