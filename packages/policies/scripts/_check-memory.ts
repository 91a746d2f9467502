import {
  type AgentItem,
  asksForCompaction,
  removeAllTools,
  sessionInput,
  toAgentItems,
  updateWorkingMemory,
  type WorkingMemory,
} from '@skill-state/policies'
import type { Check } from './_outcome.ts'
import { type Conversations, conversationOf, type Json, type Row } from './_vectors.ts'

/** Checks of OpenAI Agents' sessions and of Mastra's working memory, by the name that the vectors use. */
export function memoryChecks(conversations: Conversations): Readonly<Record<string, Check>> {
  const itemsOf = (row: Row): readonly (readonly [number, AgentItem])[] =>
    conversationOf(conversations, row).flatMap((message, at) =>
      toAgentItems(message).map((item) => [at, item] as const),
    )
  const bare = (row: Row): readonly AgentItem[] => itemsOf(row).map(([, item]) => item)
  const recordedOf = (row: Row, items: readonly AgentItem[]): unknown =>
    (row.sent as readonly Json[]).map((entry) =>
      typeof entry === 'number' ? items[entry] : (entry as unknown as { readonly new: AgentItem }).new,
    )
  return {
    'openai.items': (row) => ({
      found: itemsOf(row).map(([at, item]) => [at, item.type === 'message' ? item.role : item.type]),
      recorded: row.items,
    }),
    'openai.session': (row) => {
      const items = bare(row)
      const { newUserMessage, set = '' } = row
      const input: AgentItem = { type: 'message', role: 'user', content: newUserMessage as string }
      const [, of, last] = /^(session|filter)-last-(\d+)$/.exec(set) ?? []
      if (of === undefined && set !== 'session') throw new Error(`unknown set "${set}" of openai.session`)
      const newest = (some: readonly AgentItem[]): readonly AgentItem[] => some.slice(-Number(last))
      const history = of === 'session' ? newest(items) : items
      const sent = sessionInput(history, [input], of === 'filter' ? newest : undefined)
      return { found: sent, recorded: recordedOf(row, items) }
    },
    'openai.removeAllTools': (row) => {
      const items = bare(row)
      return { found: removeAllTools(items), recorded: recordedOf(row, items) }
    },
    'openai.compactionTrigger': (row) => {
      const items = bare(row)
      const triggered = asksForCompaction(items)
      const { triggered: asked, sentItems } = row
      return {
        found: { triggered, sentItems: triggered ? items.length : null },
        recorded: { triggered: asked, sentItems },
      }
    },
    'mastra.workingMemoryUpdate': ({ options, steps }) => {
      let memory: string | undefined
      const found = (steps as readonly Row[]).map(({ input }) => {
        const { memory: update = null } = input as { readonly memory?: Json }
        const after = updateWorkingMemory(memory, update as never, options as WorkingMemory)
        memory = after.memory
        return { input, result: after.result, memoryAfter: memory ?? null }
      })
      return { found, recorded: steps }
    },
  }
}
