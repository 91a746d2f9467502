import { pruneMessages as prune } from 'ai'
import { libraryPolicy } from './library.ts'
import { piecesLeft, toModelMessages } from './model-messages.ts'
import { regroup } from './pieces.ts'
import type { PolicyRecord } from './policy.ts'

type Window = 'all' | 'before-last-message' | `before-last-${number}-messages`

/** The options of `pruneMessages`. Empty messages are always removed. */
interface PruneMessages {
  readonly reasoning?: 'all' | 'before-last-message' | 'none' | undefined
  readonly toolCalls?: 'none' | Window | { type: Window; tools?: string[] }[] | undefined
}

/** `pruneMessages` of the installed `ai`. It is given one tool message a result. */
export function pruneMessages(options: PruneMessages = {}): PolicyRecord {
  return libraryPolicy('ai', 'pruneMessages', (messages) => {
    const mapped = toModelMessages(messages)
    const left = prune({ messages: mapped.map(({ message }) => message), ...options })
    return regroup(
      messages,
      mapped.map(({ pieces }) => pieces),
      piecesLeft(left),
    )
  })
}
