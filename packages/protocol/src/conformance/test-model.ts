import type { Model, ModelResponse } from '../model/model.ts'
import { callRules, responseRules } from './model/rules.ts'
import { type Check, toCheck } from './rules/rule.ts'

interface ModelSuiteOptions {
  /** Gives a model that can answer at least three calls. */
  readonly create: () => Model | Promise<Model>
  /** A prompt that the model can answer. Sent about eight times in all. */
  readonly prompt: string
}

/** What every model must keep to. */
export function testModel({ create, prompt }: ModelSuiteOptions): readonly Check[] {
  let response: Promise<ModelResponse> | undefined
  const ask = async (): Promise<ModelResponse> => (await create()).generate({ prompt })
  const judge = async (rule: (typeof responseRules)[number]): Promise<void> => {
    response ??= ask()
    rule.judge(await response)
  }
  return [
    ...responseRules.map((rule) => toCheck({ ...rule, run: () => judge(rule) })),
    ...callRules.map((rule) => toCheck({ ...rule, run: async () => rule.run(await create(), prompt) })),
  ]
}
