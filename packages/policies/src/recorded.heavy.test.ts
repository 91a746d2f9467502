import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { pruneMessages } from './ai-sdk.ts'
import { clearToolUses, summarizeMessages, trimMessages } from './langchain.ts'
import { filterToolCalls, limitTokens } from './mastra.ts'
import type { PolicyMessage, PolicyRecord } from './policy.ts'

/** What the libraries sent for many conversations, recorded by others. */
const folder = new URL('../../../../shared/policies/examples/', import.meta.url)
const isHere = existsSync(folder)

/** Options as the records write them. */
interface Options {
  readonly edits: readonly object[]
  readonly modelMaxInputTokens?: number
  readonly mapping?: string
  readonly tokenCounter: 'approx' | 'messages' | 'chars'
  readonly textSplitter?: string
  readonly maxTokens: number
}

interface Row {
  readonly conv: string
  readonly policy: string
  readonly set?: string
  readonly mapping?: string
  readonly options?: object
  readonly sent?: readonly (number | null | Sent)[]
  readonly error?: { readonly name: string; readonly message: string }
  readonly [key: string]: unknown
}
type Sent = {
  readonly i?: number
  readonly text?: string
  readonly emptiedArgs?: readonly string[]
  readonly parts?: readonly number[]
}
type Recorded = {
  readonly policy: PolicyRecord
  readonly asked?: () => unknown
  readonly expand?: typeof expand
}

const describeHere = isHere ? describe : () => {}
describeHere('the recorded conversations in ../shared/policies', () => {
  const conversations = new Map(
    rowsOf<{ id: string; messages: Parameters<typeof messageOf>[0][] }>('conversations').map(
      ({ id, messages }) => [id, messages.map(messageOf)],
    ),
  )
  const sendsAsRecorded = async (
    file: string,
    recordedOf: (row: Row) => Recorded | undefined,
  ): Promise<number> => {
    let rows = 0
    for (const row of rowsOf<Row>(file)) {
      const recorded = recordedOf(row)
      if (recorded === undefined) continue
      const messages = conversations.get(row.conv) as readonly PolicyMessage[]
      const name = `${row.conv} ${row.policy} ${row.set}`
      const shown = async (): Promise<readonly PolicyMessage[]> => recorded.policy.show(messages)
      if (row.error === undefined) {
        const expected = (recorded.expand ?? expand)(row, messages)
        expect((await shown()).map(plain), name).toEqual(expected)
      } else await expect(shown(), name).rejects.toThrow(row.error.message)
      if (recorded.asked) expect(recorded.asked(), name).toEqual(row.summariserPrompt ?? null)
      rows++
    }
    return rows
  }

  test('ClearToolUsesEdit', async () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    const rows = await sendsAsRecorded('langchain-clear-tool-uses', ({ options }) => {
      const { edits, modelMaxInputTokens: maxInputTokens } = options as Options
      const policies = edits.map((edit) => clearToolUses({ ...edit, maxInputTokens }))
      return { policy: inTurn(policies) }
    })
    expect(rows).toBeGreaterThan(1000)
  })

  test('summarizationMiddleware', async () => {
    const rows = await sendsAsRecorded('langchain-summarization', ({ options, summariserReply: reply }) => {
      let asked: unknown = null
      const { modelMaxInputTokens: maxInputTokens, ...settings } = options as Options
      const summarize = (prompt: string): string => {
        asked = { sha256: createHash('sha256').update(prompt).digest('hex'), length: prompt.length }
        const { throws } = reply as { throws?: string }
        if (throws !== undefined) throw new Error(throws)
        return Array.isArray(reply) ? reply.map(({ text }) => text).join('') : (reply as string)
      }
      return { policy: summarizeMessages({ ...settings, maxInputTokens, summarize }), asked: () => asked }
    })
    expect(rows).toBeGreaterThan(1000)
  })

  test('trimMessages', async () => {
    const counters = { approx: undefined, messages: (list: unknown[]) => list.length, chars: charsOf }
    const rows = await sendsAsRecorded('langchain-trim-messages', (row) => {
      const { mapping, tokenCounter, textSplitter, ...settings } = row.options as Options
      if (mapping !== undefined) return undefined
      const counter = counters[tokenCounter]
      const split = (text: string): string[] => text.split(/(?<=[.!?] )/)
      const more = textSplitter === undefined ? {} : { textSplitter: split }
      return {
        policy: trimMessages(
          counter ? { ...settings, ...more, tokenCounter: counter } : { ...settings, ...more },
        ),
      }
    })
    expect(rows).toBeGreaterThan(1000)
  })

  test('TokenLimiterProcessor', async () => {
    const rows = await sendsAsRecorded('mastra-token-limiter', ({ mapping, options }) =>
      mapping === 'grouped' ? { policy: limitTokens(options as never), expand: expandGrouped } : undefined,
    )
    expect(rows).toBeGreaterThan(900)
  })

  test('ToolCallFilter', async () => {
    const rows = await sendsAsRecorded('mastra-tool-call-filter', ({ mapping, options, firstCallSaw }) => {
      if (mapping !== 'grouped' || firstCallSaw !== undefined || Array.isArray(options)) return undefined
      return { policy: filterToolCalls(options), expand: expandGrouped }
    })
    expect(rows).toBeGreaterThan(700)
  })

  test('pruneMessages', async () => {
    const rows = await sendsAsRecorded('aisdk-prune-messages', ({ mapping, options }) =>
      mapping === 'single' && !('emptyMessages' in (options ?? {}))
        ? { policy: pruneMessages(options) }
        : undefined,
    )
    expect(rows).toBeGreaterThan(1000)
  })
})

if (!isHere) test('the recorded conversations', ({ skip }) => skip('../shared/policies'))

function rowsOf<T>(name: string): readonly T[] {
  const text = gunzipSync(readFileSync(new URL(`${name}.jsonl.gz`, folder))).toString()
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as T)
}

function messageOf(row: {
  role: PolicyMessage['role']
  text: string
  calls?: { id: string; name: string; args: never }[]
  callId?: string
  name?: string
  isError?: boolean
  reasoning?: string
}): PolicyMessage {
  const calls = row.calls?.map(({ id, name, args }) => ({ id, name, arguments: args }))
  const { role, text: content, callId, name: tool, isError: error, reasoning } = row
  return { role, content, calls, callId, tool, error, reasoning }
}

/** Policies one after the other. */
function inTurn(policies: readonly PolicyRecord[]): PolicyRecord {
  return {
    id: '',
    description: '',
    async show(messages) {
      let shown = messages
      for (const { show } of policies) shown = await show(shown)
      return shown
    },
  }
}

function charsOf(list: readonly { readonly text: string }[]): number {
  return list.reduce((sum, { text }) => sum + text.length, 0)
}

/** What the records say of a message. */
function plain({ role, content, calls, callId, reasoning }: PolicyMessage): unknown {
  return { role, content, calls: calls?.length ? calls : undefined, callId, reasoning }
}

function expand({ sent = [] }: Row, messages: readonly PolicyMessage[]): unknown[] {
  return sent.flatMap((entry) => {
    if (entry === null) return []
    if (typeof entry === 'number') return [plain(messages[entry] as PolicyMessage)]
    const { i, text, emptiedArgs = [], parts } = entry
    if (i === undefined) return [plain({ role: 'user', content: text ?? '' })]
    const source = messages[i] as PolicyMessage
    if (parts !== undefined) {
      const kept = partsOf(source).filter((_, at) => parts.includes(at))
      return [plain({ ...source, content: '', reasoning: undefined, calls: [], ...merge(kept) })]
    }
    const calls = source.calls?.map((call) =>
      emptiedArgs.includes(call.id ?? '') ? { ...call, arguments: {} } : call,
    )
    return [plain({ ...source, content: text ?? source.content, calls })]
  })
}

/** The parts that the AI SDK's message of this one has. */
function partsOf({ content, calls = [], reasoning }: PolicyMessage): readonly Partial<PolicyMessage>[] {
  return [
    ...(reasoning === undefined ? [] : [{ reasoning }]),
    ...(content === '' ? [] : [{ content }]),
    ...calls.map((call) => ({ calls: [call] })),
  ]
}

function merge(parts: readonly Partial<PolicyMessage>[]): Partial<PolicyMessage> {
  return Object.assign({}, ...parts, { calls: parts.flatMap(({ calls = [] }) => calls) })
}

/** As `expand`, of prompts that hold neighbouring results in one message. */
function expandGrouped({ sent = [] }: Row, messages: readonly PolicyMessage[]): unknown[] {
  const groups: PolicyMessage[][] = []
  for (const message of messages) {
    const last = groups.at(-1)
    if (message.role === 'tool' && last?.[0]?.role === 'tool') last.push(message)
    else groups.push([message])
  }
  return sent.flatMap((entry) => {
    const { i, parts } = typeof entry === 'number' ? { i: entry } : (entry as Sent & { i: number })
    const group = groups[i] as PolicyMessage[]
    if (parts === undefined) return group.map(plain)
    const [first = { role: 'user', content: '' }] = group
    if (first.role === 'tool') return group.filter((_, at) => parts.includes(at)).map(plain)
    return expand({ sent: [{ i: 0, parts }] } as never, [first])
  })
}
