import type { BetaContextManagementConfig } from '@anthropic-ai/sdk/resources/beta/messages'
import type { ThinkingConfigParam } from '@anthropic-ai/sdk/resources/messages'
import type { ModelCapabilities } from '../capabilities/capabilities.ts'
import type { TransportSettings } from '../transport/transport.ts'
import type { ConnectionOptions } from '../wire/endpoint.ts'

export type ContextEdit = NonNullable<BetaContextManagementConfig['edits']>[number]

export interface AnthropicOptions extends Omit<ConnectionOptions, 'organization' | 'project'> {
  /** The provider's name of the model. */
  readonly model: string
  /** Most tokens of a reply, thinking included. Default: as the capabilities say. */
  readonly maxOutputTokens?: number
  /** With this or `topP` the last version of the API that takes them is asked for. */
  readonly temperature?: number
  readonly topP?: number
  /** Default: left to the model. */
  readonly thinking?: ThinkingConfigParam
  /**
   * Whether the reply is sent as it is written. Default: true, because Node's `fetch` gives up a response of which
   * nothing has come for five minutes, and a long reply would be paid for in vain.
   */
  readonly stream?: boolean
  /**
   * The provider's own context editing (`clear_tool_uses_20250919`, `clear_thinking_20251015`) and compaction
   * (`compact_20260112`), as the API writes them. What a compaction leaves is not carried to the next call. Never run here
   * against the provider.
   */
  readonly contextEdits?: readonly ContextEdit[]
  /** What the caller knows better than the table. */
  readonly capabilities?: Partial<ModelCapabilities>
  readonly transport?: TransportSettings
}
