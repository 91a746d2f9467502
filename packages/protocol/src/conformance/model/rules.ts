import type { Model, ModelResponse, Usage } from '../../model/model.ts'
import { Complaint, ensure, ensureSame, rejection, show } from '../rules/ensure.ts'
import type { Rule } from '../rules/rule.ts'

/** A rule of models. It is given one that is new. */
export interface ModelRule extends Omit<Rule, 'run'> {
  readonly run: (model: Model, prompt: string) => Promise<void>
}

/** How a model treats its calls: it is the same model before and after, and no call touches another. */
export const callRules: readonly ModelRule[] = [
  {
    name: 'keeps one non-empty id',
    mend: 'set id once, when the model is made, to provider and name, such as openai:gpt-5-mini',
    run: async (model, prompt) => {
      const before = model.id
      ensure(typeof before === 'string' && before !== '', 'a non-empty id', before)
      await model.generate({ prompt })
      ensureSame(model.id, before, 'the id after a call')
    },
  },
  {
    name: 'does not start when the signal is aborted',
    mend: 'begin generate with signal?.throwIfAborted(), and hand the signal to fetch',
    run: async (model, prompt) => {
      const call = async (): Promise<unknown> => model.generate({ prompt, signal: AbortSignal.abort() })
      await rejection(call, 'a call with an aborted signal')
    },
  },
  {
    name: 'answers overlapping calls',
    mend: 'keep the data of a call in the call; if the service takes one call at a time, let the second call wait',
    run: async (model, prompt) => {
      const calls = [model.generate({ prompt }), model.generate({ prompt })]
      for (const call of await Promise.allSettled(calls))
        ensureAnswered(call, 'each of two overlapping calls')
    },
  },
  {
    name: 'answers a call while another is aborted',
    mend: 'use the signal of each call for that call alone, and no AbortController that calls share',
    run: async (model, prompt) => {
      const controller = new AbortController()
      const aborted = model.generate({ prompt, signal: controller.signal })
      const calls = [aborted, model.generate({ prompt, signal: new AbortController().signal })]
      controller.abort()
      const [, other] = await Promise.allSettled(calls)
      ensureAnswered(other, 'the call beside an aborted one')
    },
  },
  {
    name: 'leaves the request as it is',
    mend: 'do not change the request: send a new object',
    run: async (model, prompt) => {
      const [call] = await Promise.allSettled([model.generate(Object.freeze({ prompt }))])
      ensureAnswered(call, 'a call with a frozen request')
    },
  },
]

function ensureAnswered(call: PromiseSettledResult<ModelResponse> | undefined, what: string): void {
  if (call?.status === 'rejected') {
    throw new Complaint(`expected ${what} to be answered, saw the error ${show(call.reason)}`)
  }
  const text = call?.value?.text
  ensure(typeof text === 'string', `${what} to be answered with text`, text)
}

/** A rule of what a response says. All share one, because calls may cost money. */
export interface ResponseRule extends Omit<Rule, 'run'> {
  readonly judge: (response: ModelResponse) => void
}

const finishReasons: readonly string[] = ['stop', 'length', 'refusal', 'other']

export const responseRules: readonly ResponseRule[] = [
  {
    name: 'answers with text',
    mend: 'return text as a string, empty if the model said nothing',
    judge: ({ text }) => ensure(typeof text === 'string', 'the text to be a string', text),
  },
  {
    name: 'names the model that answered',
    mend: 'return as model the name that the service reports, else the name that was asked for',
    judge: ({ model }) => ensure(typeof model === 'string' && model !== '', "a non-empty 'model'", model),
  },
  {
    name: 'gives a known finish reason',
    mend: 'map each finish reason of the service to one of these, and unknown ones to other',
    judge: ({ finishReason: found }) =>
      ensure(finishReasons.includes(found), `one of ${finishReasons.join(', ')}`, found),
  },
  {
    name: 'reports usage in whole tokens or not at all',
    mend: 'leave out a count that the service does not report; do not write 0 instead',
    judge: ({ usage }) => {
      for (const [name, count] of Object.entries(usage)) {
        const whole = count === undefined || (Number.isInteger(count) && count >= 0)
        ensure(whole, `${name} to be absent or a whole number from 0`, String(count))
      }
    },
  },
  {
    name: 'counts cached tokens as a part of the input',
    mend: 'add the cached tokens to inputTokens if the service counts them separately',
    judge: ({ usage }) => ensurePart(usage.cachedInputTokens, usage, 'inputTokens', 'cachedInputTokens'),
  },
  {
    name: 'counts tokens written to a cache as a part of the input',
    mend: 'add the tokens written to a cache, and those read, to inputTokens if the service counts them separately',
    judge: ({ usage }) => {
      const { cacheWriteTokens: written = Number.NaN, cachedInputTokens = 0 } = usage
      ensurePart(written + cachedInputTokens, usage, 'inputTokens', 'cache tokens')
    },
  },
  {
    name: 'counts reasoning tokens as a part of the output',
    mend: 'add the reasoning tokens to outputTokens if the service counts them separately',
    judge: ({ usage }) => ensurePart(usage.reasoningTokens, usage, 'outputTokens', 'reasoningTokens'),
  },
]

/** A part that is not known is none. */
function ensurePart(part: number | undefined, usage: Usage, total: keyof Usage, name: string): void {
  const { [total]: whole } = usage
  const isMore = part !== undefined && whole !== undefined && part > whole
  ensure(!isMore, `${name} to be at most ${total} (${whole})`, part)
}
