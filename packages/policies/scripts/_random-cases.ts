import type { ReasonedMessage } from '@skill-state/policies'
import fc from 'fast-check'

/** One of these, as often as its weight says. */
function weighted<T>(
  ...some: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> {
  return fc.oneof(...some.map(([weight, arbitrary]) => ({ weight, arbitrary })))
}
const wordsOf = (text: string): fc.Arbitrary<string> => fc.constantFrom(...text.split(' '))

const word = weighted(
  [12, wordsOf('order refund of is shipped a table customer')],
  [4, fc.integer({ max: 1e6, min: 0 }).map(String)],
  [2, wordsOf("$& $1 $$ $' $` {messages} 12.5 1,000 -- ... [x]")],
  [2, wordsOf('héllo straße žluťoučký 日本語のテキスト 🚀 👩‍👩‍👧 שלום ﬁ')],
)
const space = fc.constantFrom(' ', ' ', ' ', ' ', '\n', '\n\n', '. ', ', ', '\t')
const text = fc
  .array(fc.tuple(word, space), { maxLength: 60, size: 'max' })
  .map((pairs) => pairs.flat().join(''))
const shortText = weighted([1, fc.constant('')], [6, text])
const tool = fc.constantFrom('search', 'run_sql', 'note', 'send_email')
const id = weighted(
  [8, fc.integer({ max: 40, min: 0 }).map((n) => `call_${n}`)],
  [1, fc.integer({ max: 9, min: 0 }).map((n) => `call_${'x'.repeat(62)}${n}`)],
)
const call = fc.record({
  id,
  name: tool,
  arguments: fc.dictionary(fc.constantFrom('q', 'n', 'path'), fc.oneof(word, fc.nat())),
})
const rarely = fc.constantFrom(true, false, false, false, false, false, false, false)

type Message = ReasonedMessage

/** A step: what the assistant says and calls, and the results, of which some go astray. */
const step = fc
  .record({
    content: shortText,
    calls: fc.array(call, { maxLength: 3 }),
    reasoning: fc.option(text),
    isNamed: fc.boolean(),
    loses: rarely,
    interrupts: rarely,
    fails: rarely,
    answer: fc.array(text, { minLength: 3, maxLength: 3 }),
  })
  .map(({ content, calls, reasoning, isNamed, loses, interrupts, fails, answer }): Message[] => {
    const results = calls.map(
      ({ id, name }, at): Message => ({
        role: 'tool',
        content: answer[at] ?? '',
        callId: id,
        ...(isNamed && { tool: name }),
        ...(fails && { error: true }),
      }),
    )
    const said = { ...(calls.length > 0 && { calls }), ...(reasoning !== null && { reasoning }) }
    return [
      { role: 'assistant', content, ...said },
      ...results.slice(loses ? 1 : 0, interrupts ? 1 : undefined),
      ...(interrupts ? [{ role: 'user', content } as const, ...results.slice(1)] : []),
    ]
  })
const user = text.map((content): Message[] => [{ role: 'user', content }])
const odd = fc.oneof(
  text.map((content): Message[] => [{ role: 'system', content }]),
  fc.tuple(text, id).map(([content, callId]): Message[] => [{ role: 'tool', content, callId }]),
)
export const conversations: fc.Arbitrary<readonly Message[]> = fc
  .tuple(
    fc.option(text),
    fc.array(weighted([6, step], [4, user], [1, odd]), { minLength: 1, maxLength: 25, size: 'max' }),
  )
  .map(([content, parts]) => [
    ...(content === null ? [] : [{ role: 'system', content } as const]),
    ...parts.flat(),
  ])

const tokens = fc.oneof(fc.integer({ max: 300, min: 1 }), fc.integer({ max: 4000, min: 1 }))
const size = fc
  .record(
    {
      tokens,
      messages: fc.integer({ max: 30, min: 1 }),
      fraction: fc.integer({ max: 9, min: 1 }).map((n) => n / 10),
    },
    { requiredKeys: [] },
  )
  .filter((some) => Object.keys(some).length > 0)
const trigger = fc.oneof(size, fc.array(size, { maxLength: 3 }))
const keep = fc.oneof(
  fc.record({ messages: fc.integer({ max: 12, min: 0 }) }),
  fc.record({ tokens: fc.oneof(fc.constant(0), tokens) }),
  fc.record({ fraction: fc.integer({ max: 10, min: 0 }).map((n) => n / 10) }),
)
const tools = fc.array(tool, { maxLength: 2 })
const optional = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(model, { requiredKeys: [] }) as never
const modelMaxInputTokens = fc.constantFrom(500, 3000)

const edit = optional({
  trigger,
  keep,
  placeholder: fc.constantFrom('[gone]', ''),
  excludeTools: tools,
  clearToolInputs: fc.boolean(),
  clearAtLeast: tokens,
})
const roles = fc.oneof(
  fc.constantFrom('human', 'ai', 'tool', 'system'),
  fc.subarray(['human', 'ai', 'tool', 'system'], { minLength: 1 }),
)
const common = {
  maxTokens: fc.oneof(fc.integer({ max: 20, min: 0 }), tokens),
  tokenCounter: fc.constantFrom('approx', 'messages', 'chars'),
  allowPartial: fc.boolean(),
}
const more = {
  endOn: roles,
  textSplitter: fc.constant('after [.!?] and one space'),
  mapping: fc.constant('blocks'),
}
const window = fc.oneof(
  fc.constantFrom('all', 'before-last-message'),
  fc.integer({ max: 12, min: 0 }).map((n) => `before-last-${n}-messages`),
)
const filter = optional({
  exclude: tools,
  filterAfterToolSteps: fc.integer({ max: 4, min: -1 }),
  preserveModelOutput: fc.boolean(),
})
const limiter = fc.record({
  limit: tokens,
  trimMode: fc.constantFrom('best-fit', 'contiguous', 'memory-only'),
})

/** Options of each policy, as vectors write them. */
export const options: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'langchain.clearToolUses': fc.record({
    edits: fc.array(edit, { minLength: 1, maxLength: 2 }),
    modelMaxInputTokens,
  }),
  'langchain.summarization': fc
    .tuple(
      optional({
        trigger,
        keep,
        trimTokensToSummarize: tokens,
        summaryPrefix: fc.constant('So far:'),
        summaryPrompt: fc.constant('{messages} / {messages}'),
      }),
      modelMaxInputTokens,
    )
    .map(([some, limit]) => ({ ...some, modelMaxInputTokens: limit })),
  'langchain.trimMessages': fc.oneof(
    fc.record(
      { ...common, ...more, strategy: fc.constant('last'), includeSystem: fc.boolean(), startOn: roles },
      { requiredKeys: ['maxTokens', 'tokenCounter', 'strategy'] },
    ),
    fc.record(
      { ...common, ...more, strategy: fc.constant('first') },
      { requiredKeys: ['maxTokens', 'tokenCounter', 'strategy'] },
    ),
  ),
  'aisdk.pruneMessages': optional({
    reasoning: fc.constantFrom('all', 'before-last-message', 'none'),
    toolCalls: fc.oneof(
      fc.constant('none'),
      window,
      fc.array(fc.record({ type: window, tools }, { requiredKeys: ['type'] }), { maxLength: 3 }),
    ),
    emptyMessages: fc.constantFrom('keep', 'remove'),
  }),
  'mastra.tokenLimiter': limiter,
  'mastra.toolCallFilter': fc.oneof(filter, fc.tuple(filter, limiter)),
}
