import type { Model, ModelResponse } from '../../model/model.ts'
import { Complaint, ensure, ensureSame, rejection, show } from '../rules/ensure.ts'
import type { Rule } from '../rules/rule.ts'

interface Options {
  readonly create: () => Model | Promise<Model>
  readonly prompt: string
}

/** How a model treats its calls: it is the same model before and after, and no call touches another. */
export function callRules({ create, prompt }: Options): readonly Rule[] {
  return [
    {
      name: 'keeps one non-empty id',
      mend: 'set id once, when the model is made, to provider and name, such as openai:gpt-5-mini',
      run: async () => {
        const model = await create()
        const before = model.id
        ensure(typeof before === 'string' && before !== '', 'a non-empty id', before)
        await model.generate({ prompt })
        ensureSame(model.id, before, 'the id after a call')
      },
    },
    {
      name: 'does not start when the signal is aborted',
      mend: 'begin generate with signal?.throwIfAborted(), and hand the signal to fetch',
      run: async () => {
        const model = await create()
        const call = async (): Promise<unknown> => model.generate({ prompt, signal: AbortSignal.abort() })
        await rejection(call, 'a call with an aborted signal')
      },
    },
    {
      name: 'answers overlapping calls',
      mend: 'keep the data of a call in the call; if the service takes one call at a time, let the second call wait',
      run: async () => {
        const model = await create()
        const calls = [model.generate({ prompt }), model.generate({ prompt })]
        for (const call of await Promise.allSettled(calls))
          ensureAnswered(call, 'each of two overlapping calls')
      },
    },
    {
      name: 'answers a call while another is aborted',
      mend: 'use the signal of each call for that call alone, and no AbortController that calls share',
      run: async () => {
        const model = await create()
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
      run: async () => {
        const model = await create()
        const [call] = await Promise.allSettled([model.generate(Object.freeze({ prompt }))])
        ensureAnswered(call, 'a call with a frozen request')
      },
    },
  ]
}

function ensureAnswered(call: PromiseSettledResult<ModelResponse> | undefined, what: string): void {
  if (call?.status === 'rejected') {
    throw new Complaint(`expected ${what} to be answered, saw the error ${show(call.reason)}`)
  }
  const text = call?.value?.text
  ensure(typeof text === 'string', `${what} to be answered with text`, text)
}
