import { type Agent, agent, type Session, ToolFailure, tool } from '@skill-state/agent'
import { layouts } from '@skill-state/core/layouts'
import { type JsonObject, type Message, type Model, PromptCache, type ToolSpec } from '@skill-state/protocol'
import type { Field } from '@skill-state/protocol/evidence'
import type { CacheRules, Way } from '../bill.ts'
import type { RecordedTurn } from './turns.ts'

export interface Setting {
  readonly instructions: string
  readonly tools: readonly ToolSpec[]
  /** Of the state that was proposed. */
  readonly schema: JsonObject
  readonly fields: readonly Field[]
  readonly rules: CacheRules
  readonly count: (text: string) => number
}

/** Output in tokens of input, as most providers price it. */
const OUTPUT = 4

/** What a session costs, input and output, in tokens of input: after each call the sum so far. */
export type Bill = readonly number[]

export interface Replayed {
  readonly agent: Agent<unknown>
  readonly session: Session<unknown>
  readonly bill: Bill
}

/** An agent that is asked as the recorded one was and answers as it did, whose tools return what they returned. */
export async function replay(
  turns: readonly RecordedTurn[],
  way: Exclude<Way, 'transcript'>,
  { instructions, schema, fields, rules, count, tools }: Setting,
): Promise<Replayed> {
  const { read = 0.1, write = 1, minimum = 1_024 } = rules
  const cache = new PromptCache(count, rules)
  const bill: number[] = []
  let answers: RecordedTurn['answers'][number][] = []
  let results: { readonly name: string; readonly result: string; readonly failed: boolean }[] = []
  const model: Model = {
    id: 'recorded',
    capabilities: {
      native: 'calls',
      cacheMinimumTokens: minimum,
      prices: { date: '', input: 1, cacheRead: read, cacheWrite: write, output: OUTPUT },
    },
    async generate(request) {
      const { input, cached, cost } = cache.send(request)
      const { text = '', calls = [] } = answers.shift() ?? {}
      results = [...calls]
      const made = calls.map(({ name, input: given }) => ({ [name]: given }))
      const reply = made.length === 0 ? text.trim() || 'Done.' : JSON.stringify({ calls: made, text })
      const outputTokens = count(reply)
      bill.push((bill.at(-1) ?? 0) + cost + OUTPUT * outputTokens)
      const usage = { inputTokens: input, cachedInputTokens: cached, outputTokens }
      return { text: reply, finishReason: 'stop', usage, model: 'recorded' }
    },
  }
  const recorded = tools.map(({ name, description, parameters }) => {
    const execute = (): string => {
      const at = results.findIndex((each) => each.name === name)
      const [found] = at < 0 ? [] : results.splice(at, 1)
      if (found?.failed) throw new ToolFailure(found.result)
      return found?.result ?? 'Nothing was found.'
    }
    return [name, tool({ description, input: parameters, execute })] as const
  })
  const made = agent({
    model,
    instructions,
    state: schema,
    initialState: {},
    capture: fields,
    layout: way === 'whole' ? undefined : layouts[way],
    tools: Object.fromEntries(recorded),
    limits: { message: { steps: 1_000 } },
    onWarning: () => {},
  })
  const session = await made.open({ id: 'recorded' })
  for (const turn of turns) {
    answers = [...turn.answers]
    await session.ask(turn.asked)
  }
  return { agent: made as Agent<unknown>, session, bill }
}

interface TranscriptCall extends ReturnType<PromptCache['send']> {
  readonly output: number
  readonly usage: RecordedTurn['answers'][number]['usage']
}

/** The same turns with a transcript that only grows. */
export function transcriptBill(turns: readonly RecordedTurn[], setting: Setting): Bill {
  const bill: number[] = []
  for (const { cost, output } of transcriptCalls(turns, setting))
    bill.push((bill.at(-1) ?? 0) + cost + OUTPUT * output)
  return bill
}

/** What a simulated cache charges for each call of a transcript, beside what was billed. */
export function* transcriptCalls(
  turns: readonly RecordedTurn[],
  { instructions, tools, rules, count }: Setting,
  cache: PromptCache = new PromptCache(count, rules),
): Generator<TranscriptCall> {
  const messages: Message[] = [{ role: 'system', text: instructions }]
  const ends: number[] = []
  for (const { asked, answers } of turns) {
    messages.push({ role: 'user', text: asked })
    for (const { text, calls, usage } of answers) {
      ends.push(messages.reduce((sum, message) => sum + message.text.length, 0))
      const charged = cache.send({ tools, prompt: messages, cacheBreakpoints: ends })
      const reply =
        calls.length === 0
          ? text
          : `${text}${JSON.stringify(calls.map(({ name, input }) => ({ [name]: input })))}`
      yield { ...charged, output: count(reply), usage }
      messages.push({ role: 'assistant', text: `${reply}\n` })
      for (const { result } of calls) messages.push({ role: 'user', text: `${result}\n` })
    }
  }
}
