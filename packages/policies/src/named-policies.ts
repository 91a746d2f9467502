import { invalidOption } from '@skill-state/protocol'
import type { FollowTranscript, PolicyMessage, PolicyRecord } from './policy.ts'

function following(id: string, description: string, follow: () => FollowTranscript): PolicyRecord {
  return { id, description, follow, show: (messages) => follow()(messages).rest }
}

const full = following('full', 'the whole transcript', () => {
  let seen = 0
  return (added) => {
    const same = seen
    seen += added.length
    return { same, rest: added }
  }
})

/** Messages at the end of the transcript, which `begin` finds in those before and what came. */
function tail(begin: (messages: readonly PolicyMessage[]) => number): () => FollowTranscript {
  return () => {
    let rest: readonly PolicyMessage[] = []
    return (added) => {
      const messages = [...rest, ...added]
      rest = messages.slice(begin(messages))
      return { same: 0, rest }
    }
  }
}

function last(count: number): PolicyRecord {
  const description = count === 1 ? 'the last message' : `the last ${count} messages`
  return following(
    `last:${count}`,
    description,
    tail(({ length }) => Math.max(0, length - count)),
  )
}

const clearedOf = new WeakMap<PolicyMessage, PolicyMessage>()

/** A message without its text: the same one each time. */
function cleared(message: PolicyMessage): PolicyMessage {
  const known = clearedOf.get(message) ?? { ...message, content: '[cleared]', cleared: true }
  clearedOf.set(message, known)
  return known
}

/** All messages, but only the last `keep` tool results with their text. */
function clearToolResults(keep: number): PolicyRecord {
  const description =
    keep === 1 ? 'all, the last tool result only' : `all, the last ${keep} tool results only`
  return following(`clear-tool-results:keep=${keep}`, description, () => {
    const shown: PolicyMessage[] = []
    const whole: number[] = []
    return (added) => {
      let same = shown.length
      for (const message of added) {
        if (message.role === 'tool') whole.push(shown.length)
        shown.push(message)
      }
      for (const at of whole.splice(0, Math.max(0, whole.length - keep))) {
        same = Math.min(same, at)
        shown[at] = cleared(shown[at] as PolicyMessage)
      }
      return { same, rest: shown.slice(same) }
    }
  })
}

/** The newest messages within so many tokens of four UTF-16 units. No result is shown without its call. */
function trim(tokens: number): PolicyRecord {
  return {
    id: `trim:tokens=${tokens}`,
    description: `the newest messages within ${tokens} tokens, calls and results together`,
    show(messages) {
      let room = tokens * UNITS_PER_TOKEN
      const tooMuch = messages.findLastIndex((message) => {
        room -= unitsOf(message)
        return room < 0
      })
      const called = new Set<string | undefined>()
      return messages.slice(tooMuch + 1).filter(({ role, calls = [], callId }) => {
        for (const { id } of calls) called.add(id)
        return role !== 'tool' || called.has(callId)
      })
    },
  }
}

const UNITS_PER_TOKEN = 4

function unitsOf({ content, calls = [], callId = '' }: PolicyMessage): number {
  return content.length + callId.length + (calls.length > 0 ? JSON.stringify(calls).length : 0)
}

const observationOnly = following(
  'observation-only',
  'what came since the previous call',
  tail((messages) => messages.findLastIndex(({ role }) => role === 'assistant') + 1),
)

/** The policies that an audit judges unless others are named. */
export const defaultPolicies: readonly PolicyRecord[] = [
  full,
  ...[1, 2, 3, 6, 10, 20].map(last),
  clearToolResults(3),
  clearToolResults(1),
  observationOnly,
]

/** How policies are written on the command line. */
const forms = 'full, last:K, clear-tool-results:keep=N, trim:tokens=N, observation-only'

/** Finds the policy of a name such as `last:6`. Throws `invalid-option` with the forms that there are. */
export function policyOf(name: string): PolicyRecord {
  if (name === full.id) return full
  if (name === observationOnly.id) return observationOnly
  const [, count] = /^last:([1-9]\d{0,5})$/.exec(name) ?? []
  if (count !== undefined) return last(Number(count))
  const [, keep] = /^clear-tool-results:keep=(\d{1,6})$/.exec(name) ?? []
  if (keep !== undefined) return clearToolResults(Number(keep))
  const [, tokens] = /^trim:tokens=([1-9]\d{0,8})$/.exec(name) ?? []
  if (tokens !== undefined) return trim(Number(tokens))
  throw invalidOption(`policy "${name}" is unknown; use one of ${forms}`)
}
