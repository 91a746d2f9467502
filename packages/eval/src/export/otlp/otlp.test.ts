import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SkillStateError } from '@skill-state/protocol'
import { describe, expect, test } from 'vitest'
import { countdown } from '../../../test/countdown.ts'
import { emptyFolder } from '../../../test/folder.ts'
import { playedCountdown, recordedRun } from '../../../test/recorded-run.ts'
import { recompute } from '../../replay/recompute.ts'
import type { Trace } from '../../trace/trace-file.ts'
import { episodeSpans as spansOf } from './episode-spans.ts'
import { writeOtlp } from './write-otlp.ts'

interface OtlpSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
  readonly events?: readonly { readonly name: string }[]
  readonly status?: object
}

const episodeSpans = (...given: Parameters<typeof spansOf>) => spansOf(...given) as Generator<OtlpSpan>

const startMs = Date.parse('2026-01-01T00:00:00Z')

/** A trace of three steps, each with a call of 2 ms and an action of half a millisecond. */
async function timedTrace(): Promise<Trace> {
  const { traces } = await recordedRun([{}])
  const [trace] = traces
  if (trace === undefined) throw new Error('no trace')
  return {
    ...trace,
    calls: trace.calls.map((call) => ({ ...call, durationMs: 2 })),
    steps: trace.steps.map((step) => ({ ...step, durationMs: 0.5 })),
  }
}

function valuesOf(span: OtlpSpan | undefined): Record<string, unknown> {
  const entries = span?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? []
  return Object.fromEntries(entries)
}

describe('the spans of an episode', () => {
  test('are the invocation, its steps, and in each a call and an action, in their time', async () => {
    const trace = await timedTrace()
    const spans = [...episodeSpans(trace, { startMs })]
    const nanoseconds = (text: string): number => Number(BigInt(text) - BigInt(startMs) * 1_000_000n)
    const told = spans.map(({ name, startTimeUnixNano, endTimeUnixNano }) => [
      name,
      nanoseconds(startTimeUnixNano),
      nanoseconds(endTimeUnixNano),
    ])
    expect(told.slice(0, 5)).toEqual([
      ['invoke_agent obey', 0, 7_500_000],
      ['step 0', 0, 2_500_000],
      ['chat flash', 0, 2_000_000],
      ['execute_tool countdown', 2_000_000, 2_500_000],
      ['step 1', 2_500_000, 5_000_000],
    ])
    expect(spans).toHaveLength(1 + 3 * 3)
  })

  test('form one tree, and are the same each time', async () => {
    const trace = await timedTrace()
    const spans = [...episodeSpans(trace, { startMs })]
    expect([...episodeSpans(trace, { startMs })]).toEqual(spans)
    const ids = new Set(spans.map(({ spanId }) => spanId))
    expect(ids.size).toBe(spans.length)
    const parents = spans.map(({ parentSpanId }) => parentSpanId)
    expect(parents.filter((parent) => parent === undefined)).toHaveLength(1)
    expect(parents.every((parent) => parent === undefined || ids.has(parent))).toBe(true)
    for (const { traceId, spanId } of spans) expect(`${traceId}${spanId}`).toMatch(/^[0-9a-f]{48}$/)
    const other = [...episodeSpans({ ...trace, attempts: [failure] }, { startMs })]
    expect(other[0]?.traceId).not.toBe(spans[0]?.traceId)
  })

  test('name model, tokens and finish reason by the conventions', async () => {
    const [, , chat] = episodeSpans(await timedTrace(), { startMs })
    expect(chat?.kind).toBe(3)
    expect(valuesOf(chat)).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'gcp.gemini',
      'gen_ai.request.model': 'flash',
      'gen_ai.response.model': 'flash-001',
      'gen_ai.response.finish_reasons': { values: [{ stringValue: 'stop' }] },
      'gen_ai.usage.input_tokens': '10',
      'gen_ai.usage.output_tokens': '3',
      'gen_ai.usage.cache_read.input_tokens': '4',
      'gen_ai.usage.cache_creation.input_tokens': '1',
      'gen_ai.usage.reasoning.output_tokens': '2',
    })
  })

  test('name what the environment asked models of its own, apart from the agent', async () => {
    const environment = () => countdown(3, { reset: async () => ({ text: '', done: false, calls: [asked] }) })
    const { traces } = await recordedRun([{ environment }])
    const [trace] = traces.map((each) => ({
      ...each,
      steps: each.steps.map((step) => ({ ...step, result: { ...step.result, calls: [] } })),
    }))
    const [agent] = trace === undefined ? [] : [...episodeSpans(trace, { startMs })]
    expect(valuesOf(agent)).toMatchObject({
      'skill_state.environment.calls': '1',
      'skill_state.environment.input_tokens': '7',
      'skill_state.environment.cost': 0.5,
    })
  })

  test('hold no content but if it is asked for', async () => {
    const trace = await timedTrace()
    const without = JSON.stringify([...episodeSpans(trace, { startMs })])
    expect(without).not.toMatch(/Be good|gen_ai\.input\.messages/)
    const { prompts } = await recompute(trace, playedCountdown)
    const [, , chat, tool] = episodeSpans(trace, { startMs, prompts })
    expect(JSON.parse(String(valuesOf(chat)['gen_ai.input.messages']))).toEqual([
      { role: 'user', parts: [{ type: 'text', content: prompts[0] }] },
    ])
    expect(valuesOf(tool)).toMatchObject({
      'gen_ai.tool.call.arguments': '"good"',
      'gen_ai.tool.call.result': '"step 1"',
    })
  })

  test('count what a tokenizer has estimated apart from what a provider says', async () => {
    const trace = await timedTrace()
    const estimated = { ...trace, calls: trace.calls.map((call) => ({ ...call, estimated: 'words' })) }
    const [, , chat] = episodeSpans(estimated, { startMs })
    expect(valuesOf(chat)).toMatchObject({
      'skill_state.estimated_usage.input_tokens': '10',
      'skill_state.tokenizer': 'words',
    })
    expect(valuesOf(chat)['gen_ai.usage.input_tokens']).toBeUndefined()
  })

  test('say what failed', async () => {
    const environment = () =>
      countdown(3, {
        step: async () => {
          throw new Error('the world is broken')
        },
      })
    const { traces } = await recordedRun([{ environment }])
    const [trace] = traces
    const spans = trace === undefined ? [] : [...episodeSpans({ ...trace, attempts: [failure] }, { startMs })]
    expect(spans[0]?.status).toMatchObject({ code: 2, message: expect.stringMatching(/is broken/) })
    expect(valuesOf(spans[0])['error.type']).toBe('environment-failed')
    expect(spans[1]?.events?.[0]?.name).toBe('exception')
    expect(spans.map(({ name }) => name)).toEqual(['invoke_agent obey', 'step 0', 'chat flash'])
  })
})

const asked = { model: 'actor', usage: { inputTokens: 7, outputTokens: 1 }, cost: 0.5 }

const failure = {
  kind: 'attempt',
  step: 0,
  code: 'model-failed',
  message: 'reset',
  mayBeCharged: true,
} as const

test('the file has one line an episode, each after the other, and none is left if a trace cannot be read', async () => {
  const { traces } = await recordedRun([{}, { seed: 2 }])
  const folder = emptyFolder()
  const file = join(folder, 'spans.jsonl')
  await writeOtlp(file, traces, { version: '1.2.3', startMs })
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const roots = lines.map((line) => JSON.parse(line).resourceSpans[0].scopeSpans[0].spans[0] as OtlpSpan)
  expect(roots).toHaveLength(2)
  expect(BigInt(roots[1]?.startTimeUnixNano ?? 0)).toBeGreaterThanOrEqual(
    BigInt(roots[0]?.startTimeUnixNano ?? 0),
  )

  const damaged = function* (): Generator<Trace> {
    yield* traces
    throw new SkillStateError('invalid-trace', 'damaged')
  }
  const other = join(folder, 'other.jsonl')
  await expect(writeOtlp(other, damaged(), { version: '1.2.3', startMs })).rejects.toThrow('damaged')
  expect(readdirSync(folder)).toEqual(['spans.jsonl'])
})
