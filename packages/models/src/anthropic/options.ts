import type { ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages'
import type { AdapterOptions } from '../wire/endpoint.ts'

export interface AnthropicOptions extends Omit<AdapterOptions, 'organization' | 'project'> {
  /** With this or `topP` the last version of the API that takes them is asked for. */
  readonly temperature?: number
  readonly topP?: number
  /** Default: left to the model. */
  readonly thinking?: ThinkingConfigParam
}
