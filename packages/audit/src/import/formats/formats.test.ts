import type { JsonObject, JsonValue } from '@skill-state/protocol'
import { expect, test } from 'vitest'
import type { Episode } from '../../episode.ts'
import { formatOf, gatheredFormats, readRecord } from './index.ts'

/** What every format below says: a system prompt, a question, two parallel calls with text, and an answer. */
const given = { city: 'Lima', days: [1, 2] }
const argumentsText = JSON.stringify(given)
const metadata = { task_id: 't-9', reward: 1 }

const records: Readonly<Record<string, JsonObject>> = {
  'openai-chat': {
    metadata,
    messages: [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
      {
        role: 'assistant',
        content: 'Looking.',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'weather', arguments: argumentsText } },
          { id: 'b', type: 'function', function: { name: 'clock', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: '{"sky":"clear"}' },
      { role: 'tool', tool_call_id: 'b', content: 'no clock' },
      { role: 'assistant', content: 'Clear.' },
    ],
  },
  'openai-responses': {
    metadata,
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'Weather?' }] },
      { type: 'reasoning', summary: [] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Looking.' }] },
      { type: 'function_call', call_id: 'a', name: 'weather', arguments: argumentsText },
      { type: 'function_call', call_id: 'b', name: 'clock', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: '{"sky":"clear"}' },
      { type: 'function_call_output', call_id: 'b', output: 'no clock' },
    ],
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Clear.' }] }],
  },
  'anthropic-messages': {
    metadata,
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'Looking.' },
          { type: 'tool_use', id: 'a', name: 'weather', input: given },
          { type: 'tool_use', id: 'b', name: 'clock', input: {} },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: '{"sky":"clear"}' }] },
          { type: 'tool_result', tool_use_id: 'b', content: 'no clock', is_error: true },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Clear.' }] },
    ],
  },
  'ai-sdk': {
    metadata,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm' },
          { type: 'text', text: 'Looking.' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'weather', input: given },
          { type: 'tool-call', toolCallId: 'b', toolName: 'clock', input: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'weather',
            output: { type: 'json', value: { sky: 'clear' } },
          },
          {
            type: 'tool-result',
            toolCallId: 'b',
            toolName: 'clock',
            output: { type: 'error-text', value: 'no clock' },
          },
        ],
      },
      { role: 'assistant', content: 'Clear.' },
    ],
  },
  langchain: {
    metadata,
    messages: [
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain', 'schema', 'messages', 'SystemMessage'],
        kwargs: { content: 'Be brief.' },
      },
      { type: 'human', data: { content: 'Weather?' } },
      {
        lc: 1,
        type: 'constructor',
        id: ['langchain_core', 'messages', 'AIMessage'],
        kwargs: {
          content: 'Looking.',
          tool_calls: [
            { id: 'a', name: 'weather', args: given },
            { id: 'b', name: 'clock', args: {} },
          ],
          usage_metadata: { input_tokens: 9, output_tokens: 3, input_token_details: { cache_read: 4 } },
        },
      },
      { type: 'tool', data: { content: '{"sky":"clear"}', tool_call_id: 'a' } },
      { type: 'tool', data: { content: 'no clock', tool_call_id: 'b', status: 'error' } },
      { type: 'ai', data: { content: [{ type: 'text', text: 'Clear.' }] } },
    ],
  },
  atif: {
    schema_version: 'ATIF-v1.7',
    extra: metadata,
    steps: [
      { source: 'system', message: 'Be brief.' },
      { source: 'user', message: 'Weather?' },
      {
        source: 'agent',
        message: 'Looking.',
        tool_calls: [
          { tool_call_id: 'a', function_name: 'weather', arguments: given },
          { tool_call_id: 'b', function_name: 'clock', arguments: {} },
        ],
        metrics: { prompt_tokens: 9, completion_tokens: 3, cached_tokens: 4, cost_usd: 0.5 },
        observation: {
          results: [
            { source_call_id: 'a', content: '{"sky":"clear"}' },
            { source_call_id: 'b', content: 'no clock', extra: { is_error: true } },
          ],
        },
      },
      { source: 'agent', message: 'Clear.' },
    ],
  },
  inspect: {
    id: 't-9',
    epoch: 1,
    input: 'Weather?',
    scores: { right: { value: 'C' } },
    attachments: { '0123456789abcdef0123456789abcdef': 'Be brief.' },
    messages: [
      { role: 'system', content: 'attachment://0123456789abcdef0123456789abcdef' },
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', reasoning: 'hm' },
          { type: 'text', text: 'Looking.' },
        ],
        tool_calls: [
          { id: 'a', function: 'weather', arguments: given },
          { id: 'b', function: 'clock', arguments: {} },
        ],
      },
      { role: 'tool', tool_call_id: 'a', function: 'weather', content: '{"sky":"clear"}' },
      {
        role: 'tool',
        tool_call_id: 'b',
        content: 'no clock',
        error: { type: 'unknown', message: 'no clock' },
      },
      { role: 'assistant', content: 'Clear.' },
    ],
  },
}

test.each(Object.entries(records))('%s is recognised and gives the agent’s view', (id, record) => {
  expect(formatOf(record)?.id).toBe(id)
  const episode = readRecord(record)
  expect(episode).toMatchObject({ taskId: 't-9', reward: 1, prompt: 'Be brief.', notes: [] })
  expect(viewOf(episode)).toEqual(expectedView)
  if (id !== 'openai-chat' && id !== 'openai-responses') expect(episode.messages[3]?.error).toBe(true)
})

const expectedView = [
  'user: Weather?',
  `assistant: Looking. weather(${argumentsText}) clock({})`,
  'weather: {"sky":"clear"}',
  'clock: no clock',
  'assistant: Clear.',
]

function viewOf({ messages }: Episode): readonly string[] {
  return messages.map(({ role, tool, content, calls = [] }) =>
    [
      `${tool ?? role}: ${content}`,
      ...calls.map((each) => `${each.name}(${JSON.stringify(each.arguments)})`),
    ].join(' '),
  )
}

test('a call without a name damages an answer alone', () => {
  const nameless = { tool_calls: [{ id: 'a' }], content: 'hm' }
  const messages = [
    { role: 'user', content: 'Hello.' },
    { role: 'oracle', ...nameless },
  ]
  const episode = readRecord({ messages })
  expect(viewOf(episode)).toEqual(['user: Hello.'])
  expect(episode.notes).toEqual(['a message has the unknown role "oracle"; left out'])
  expect(() => readRecord({ messages: [{ role: 'assistant', ...nameless }] })).toThrow(/has no name/)
})

test('a result of τ-bench is read as its chat messages', () => {
  const { messages = [] } = records['openai-chat'] as { messages?: JsonValue }
  const record = { task_id: 9, reward: 0.5, info: {}, traj: messages }
  const episode = readRecord(record)
  expect(episode).toMatchObject({ taskId: '9', reward: 0.5, prompt: 'Be brief.' })
  expect(viewOf(episode)).toEqual(expectedView)
})

test('usage is what the provider billed, cached tokens included in the prompt', () => {
  for (const id of ['langchain', 'atif']) {
    const record = records[id] as JsonObject
    expect(readRecord(record).messages[1]?.usage).toEqual({
      promptTokens: 9,
      completionTokens: 3,
      cachedTokens: 4,
    })
  }
})

test('OpenTelemetry spans of a trace are one conversation, read from its longest input', () => {
  const text = (value: JsonValue): JsonObject => ({ stringValue: JSON.stringify(value) })
  const question = { role: 'user', parts: [{ type: 'text', content: 'Weather?' }] }
  const asked = {
    role: 'assistant',
    parts: [
      { type: 'text', content: 'Looking.' },
      { type: 'tool_call', id: 'a', name: 'weather', arguments: given },
      { type: 'tool_call', id: 'b', name: 'clock', arguments: {} },
    ],
  }
  const results = {
    role: 'tool',
    parts: [
      { type: 'tool_call_response', id: 'a', response: { sky: 'clear' } },
      { type: 'tool_call_response', id: 'b', response: 'no clock' },
    ],
  }
  const span = (input: JsonValue, output: JsonValue): JsonObject => ({
    traceId: 'f00d',
    attributes: [
      { key: 'gen_ai.system_instructions', value: text([{ type: 'text', content: 'Be brief.' }]) },
      { key: 'gen_ai.input.messages', value: text(input) },
      { key: 'gen_ai.output.messages', value: text([output]) },
    ],
  })
  const answer = { role: 'assistant', parts: [{ type: 'text', content: 'Clear.' }] }
  const spans = [span([question], asked), span([question, asked, results], answer)]
  const [episode, ...more] = gather({ resourceSpans: [{ scopeSpans: [{ spans }] }] })
  expect(more).toEqual([])
  expect(episode).toMatchObject({ taskId: 'f00d', prompt: 'Be brief.' })
  expect(viewOf(episode as Episode)).toEqual(expectedView)
})

test('traces and journals of skill-state give their actions and observations', () => {
  const [fromTrace] = gather(
    { kind: 'episode', format: 1, task: 't-9', runtime: 'skill-state' },
    { kind: 'reset', observation: { text: 'Weather?', done: false } },
    { kind: 'call', step: 0, reply: '{}', usage: { inputTokens: 9, outputTokens: 3, cachedInputTokens: 4 } },
    { kind: 'step', index: 0, action: { weather: given }, result: { text: 'clear', done: true } },
    { kind: 'end', status: 'terminated', outcome: { reward: 1, metrics: {} } },
  )
  const expected = ['user: Weather?', `assistant:  weather(${argumentsText})`, 'weather: clear']
  expect(fromTrace).toMatchObject({
    taskId: 't-9',
    reward: 1,
    messages: [{}, { usage: { cachedTokens: 4 } }, {}],
  })
  expect(viewOf(fromTrace as Episode)).toEqual(expected)
  const [fromJournal] = gather(
    { open: 0, id: 't-9', skill: 's', state: {}, format: 1 },
    { started: 0, text: 'Weather?' },
    { decided: 0, patch: {}, action: { weather: given } },
    { answered: 0, text: 'clear' },
  )
  expect(viewOf(fromJournal as Episode)).toEqual(expected)
})

function gather(...values: readonly JsonObject[]): readonly Episode[] {
  const format = gatheredFormats.find((each) => each.recognises(values[0] as JsonObject))
  expect(values.every((value) => format?.recognises(value))).toBe(true)
  const gatherer = format?.gather()
  for (const value of values) gatherer?.add(value)
  return gatherer?.episodes() ?? []
}
