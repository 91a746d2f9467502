import type { Span, SpanStatus, Tracer } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { byObservation, clerk, travel } from '../test/travel.ts'
import { openTelemetry } from './telemetry.ts'

interface Recorded {
  readonly name: string
  readonly attributes: Record<string, unknown>
  ended: boolean
  status?: SpanStatus
}

/** A tracer that keeps its spans in a list. */
function recorder(): { tracer: Tracer; spans: Recorded[] } {
  const spans: Recorded[] = []
  const startSpan: Tracer['startSpan'] = (name, { attributes = {} } = {}) => {
    const recorded: Recorded = { name, attributes: { ...attributes }, ended: false }
    spans.push(recorded)
    const keep = (more: object): Span => {
      Object.assign(recorded.attributes, more)
      return span as Span
    }
    const span: Partial<Span> = {
      setAttribute: (key, value) => keep({ [key]: value }),
      setAttributes: keep,
      addEvent: () => keep({}),
      setStatus: (status) => {
        recorded.status = status
        return keep({})
      },
      end: () => {
        recorded.ended = true
      },
    }
    return span as Span
  }
  return { tracer: { startSpan, startActiveSpan: () => undefined as never }, spans }
}

test('writes a span for the turn, each model call and each tool, and ends all of them', async () => {
  const { tracer, spans } = recorder()
  const onEvent = openTelemetry({ tracer, agent: 'travel' })
  const trip = await travel(byObservation(clerk), { booked: [] }, { onEvent }).open({ id: 'a' })
  await Array.fromAsync(trip.send('A cheap flight to Rome'))
  expect(spans.map(({ name }) => name)).toEqual([
    'invoke_agent travel',
    'chat',
    'execute_tool search',
    'chat',
    'execute_tool book',
    'chat',
  ])
  expect(spans.every(({ ended }) => ended)).toBe(true)
  expect(spans[0]?.attributes).toMatchObject({
    'gen_ai.conversation.id': 'a',
    'skill_state.turn_end': 'replied',
  })
  expect(spans[1]?.attributes).toMatchObject({
    'gen_ai.usage.input_tokens': 10,
    'skill_state.state_chars': 30,
  })
  expect(JSON.stringify(spans)).not.toContain('Rome')
})

test('records content only if it is asked for', async () => {
  const { tracer, spans } = recorder()
  const onEvent = openTelemetry({ tracer, content: true })
  const trip = await travel(byObservation(clerk), { booked: [] }, { onEvent }).open({ id: 'a' })
  await Array.fromAsync(trip.send('A cheap flight to Rome'))
  expect(spans[2]?.attributes['gen_ai.tool.call.arguments']).toBe('{"city":"Rome"}')
})

test('marks a turn that failed', async () => {
  const { tracer, spans } = recorder()
  const failing = { id: 'failing', generate: () => Promise.reject(new Error('no answer')) }
  const trip = await travel(failing, { booked: [] }, { onEvent: openTelemetry({ tracer }) }).open({ id: 'a' })
  expect(await trip.ask('hello')).toMatchObject({ end: 'failed', resumable: true })
  expect(spans[0]).toMatchObject({ ended: true, status: { message: 'no answer' } })
})

test('a tracer that is broken ends no turn', async () => {
  const warnings: string[] = []
  const tracer = {
    startSpan: () => {
      throw new Error('the exporter is gone')
    },
  } as unknown as Tracer
  const onEvent = openTelemetry({ tracer, onWarning: (warning) => warnings.push(warning) })
  const trip = await travel(byObservation(clerk), { booked: [] }, { onEvent }).open({ id: 'a' })
  expect(await trip.ask('A cheap flight to Rome')).toMatchObject({ end: 'replied' })
  expect(warnings).toEqual([expect.stringContaining('the exporter is gone')])
})
