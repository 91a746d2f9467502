import type { Model, ModelResponse } from '../../model/model.ts'
import { ensure } from '../rules/ensure.ts'
import type { Rule } from '../rules/rule.ts'

const finishReasons: readonly string[] = ['stop', 'length', 'refusal', 'other']

interface Options {
  readonly create: () => Model | Promise<Model>
  readonly prompt: string
}

/** What a response says. The checks share one call, because calls may cost money. */
export function responseRules(options: Options): readonly Rule[] {
  let call: Promise<ModelResponse> | undefined
  const response = (): Promise<ModelResponse> => {
    call ??= ask(options)
    return call
  }
  return [
    {
      name: 'answers with text',
      mend: 'return text as a string, empty if the model said nothing',
      run: async () => {
        const { text } = await response()
        ensure(typeof text === 'string', 'the text to be a string', text)
      },
    },
    {
      name: 'names the model that answered',
      mend: 'return as model the name that the service reports, else the name that was asked for',
      run: async () => {
        const { model } = await response()
        ensure(typeof model === 'string' && model !== '', "a non-empty 'model'", model)
      },
    },
    {
      name: 'gives a known finish reason',
      mend: 'map each finish reason of the service to one of these, and unknown ones to other',
      run: async () => {
        const { finishReason } = await response()
        ensure(finishReasons.includes(finishReason), `one of ${finishReasons.join(', ')}`, finishReason)
      },
    },
    {
      name: 'reports usage in whole tokens or not at all',
      mend: 'leave out a count that the service does not report; do not write 0 instead',
      run: async () => {
        for (const [name, count] of Object.entries((await response()).usage)) {
          const whole = count === undefined || (Number.isInteger(count) && count >= 0)
          ensure(whole, `${name} to be absent or a whole number from 0`, String(count))
        }
      },
    },
    {
      name: 'counts cached tokens as a part of the input',
      mend: 'add the cached tokens to inputTokens if the service counts them separately',
      run: async () => {
        const { cachedInputTokens: part, inputTokens: whole } = (await response()).usage
        ensurePart(part, whole, 'cachedInputTokens', 'inputTokens')
      },
    },
    {
      name: 'counts tokens written to a cache as a part of the input',
      mend: 'add the tokens written to a cache, and those read, to inputTokens if the service counts them separately',
      run: async () => {
        const { cacheWriteTokens: part, cachedInputTokens = 0, inputTokens: whole } = (await response()).usage
        ensurePart(part === undefined ? part : part + cachedInputTokens, whole, 'cache tokens', 'inputTokens')
      },
    },
    {
      name: 'counts reasoning tokens as a part of the output',
      mend: 'add the reasoning tokens to outputTokens if the service counts them separately',
      run: async () => {
        const { reasoningTokens: part, outputTokens: whole } = (await response()).usage
        ensurePart(part, whole, 'reasoningTokens', 'outputTokens')
      },
    },
  ]
}

async function ask({ create, prompt }: Options): Promise<ModelResponse> {
  const model = await create()
  return model.generate({ prompt })
}

function ensurePart(part: number | undefined, whole: number | undefined, name: string, total: string): void {
  if (part === undefined || whole === undefined) return
  ensure(part <= whole, `${name} to be at most ${total} (${whole})`, part)
}
