import type { BetaContextManagementConfig } from '@anthropic-ai/sdk/resources/beta/messages'
import type { ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages'
import type { AdapterOptions } from '../wire/endpoint.ts'

export type ContextEdit = NonNullable<BetaContextManagementConfig['edits']>[number]

export interface AnthropicOptions extends Omit<AdapterOptions, 'organization' | 'project'> {
  /** With this or `topP` the last version of the API that takes them is asked for. */
  readonly temperature?: number
  readonly topP?: number
  /** Default: left to the model. */
  readonly thinking?: ThinkingConfigParam
  /**
   * The provider's own context editing (`clear_tool_uses_20250919`, `clear_thinking_20251015`) and compaction
   * (`compact_20260112`), as the API writes them. What a compaction leaves is not carried to the next call. Never run here
   * against the provider.
   */
  readonly contextEdits?: readonly ContextEdit[]
}
