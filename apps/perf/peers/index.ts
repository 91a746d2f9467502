import type { Peer } from '../src/peer.ts'
import { aiSdk } from './ai-sdk.ts'
import { langGraphMessages } from './langgraph-messages.ts'
import { langGraphState } from './langgraph-state.ts'
import { openaiAgents } from './openai-agents.ts'

export const peers: readonly Peer[] = [aiSdk, langGraphState, langGraphMessages, openaiAgents]
