import type { Model, ModelResponse } from '../model.ts'
import { ensure, ensureSame, rejection, show } from './_ensure.ts'
import type { Check } from './check.ts'

interface Options {
  readonly create: () => Model | Promise<Model>
  readonly prompt: string
}

/** How a model treats its calls: it is the same model before and after, and no call touches another. */
export function callChecks({ create, prompt }: Options): readonly Check[] {
  return [
    {
      name: 'keeps one non-empty id',
      run: async () => {
        const model = await create()
        const before = model.id
        ensure(typeof before === 'string' && before !== '', 'a non-empty id', before)
        await model.generate({ prompt })
        ensureSame(model.id, before, 'the id after a call')
      },
    },
    {
      name: 'refuses to start when the signal is aborted',
      run: async () => {
        const model = await create()
        const call = async (): Promise<unknown> => model.generate({ prompt, signal: AbortSignal.abort() })
        await rejection(call, 'a call with an aborted signal')
      },
    },
    {
      name: 'answers overlapping calls',
      run: async () => {
        const model = await create()
        const calls = [model.generate({ prompt }), model.generate({ prompt })]
        for (const call of await Promise.allSettled(calls))
          ensureAnswered(call, 'each of two overlapping calls')
      },
    },
    {
      name: 'answers a call while another is aborted',
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
    throw new Error(`expected ${what} to be answered, saw the error ${show(call.reason)}`)
  }
  const text = call?.value?.text
  ensure(typeof text === 'string', `${what} to be answered with text`, text)
}
