import type { Model } from '../model/model.ts'
import { callRules } from './model/calls.ts'
import { responseRules } from './model/response.ts'
import type { Check } from './rules/check.ts'
import { toCheck } from './rules/rule.ts'

interface ModelSuiteOptions {
  /** Gives a model that can answer at least three calls. */
  readonly create: () => Model | Promise<Model>
  /** A prompt that the model can answer. Sent about eight times in all. */
  readonly prompt: string
}

/** What every model must keep to. */
export function testModel(options: ModelSuiteOptions): readonly Check[] {
  return [...responseRules(options), ...callRules(options)].map(toCheck)
}
