import { reasonOf } from '@skill-state/protocol'

/** What the SDK itself says of a tool that failed, and of a call that a person has rejected. */
const SDK_FAILURE = 'An error occurred while running the tool. Please try again.'
const SDK_DENIAL = 'Tool execution was not approved.'

const FAILED = 'The tool failed: '
const DENIED = 'The call was denied: '

/** The `errorFunction` of a tool: tells the model why it failed, and undoes the patch that came with the call. */
export function tellFailure(_context: unknown, error: unknown): string {
  return FAILED + reasonOf(error)
}

/** The `message` for `state.reject`: tells the model why a person has denied the call. */
export function tellDenial(reason: string): string {
  return DENIED + reason
}

/** What the SDK gives as the result of a handoff. */
const HANDOFF = /^\{"assistant":"(?:[^"\\]|\\.)*"\}$/

/** The result of a call, and how it ended: the SDK's own items do not say. */
export function outcomeOf(text: string): {
  readonly result: string
  readonly outcome?: 'failed' | 'denied' | 'handoff'
} {
  if (HANDOFF.test(text)) return { result: text, outcome: 'handoff' }
  if (text.startsWith(DENIED)) return { result: text.slice(DENIED.length), outcome: 'denied' }
  if (text === SDK_DENIAL) return { result: text, outcome: 'denied' }
  return text === SDK_FAILURE || text.startsWith(FAILED)
    ? { result: text, outcome: 'failed' }
    : { result: text }
}
