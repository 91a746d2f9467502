import { resultText } from '@skill-state/tools'
import { type Earlier, type Entry, type Messages, type News, newsOf, textOfEntry } from './transcript.ts'

/** What a session knows of its own calls. */
export interface OwnCalls {
  /** Whether the session has given the id to one of its calls. */
  readonly has: (id: string) => boolean
  readonly waiting: readonly string[]
  /** What the session has said last, if anything; undefined if it is new. */
  readonly said: () => string | undefined
}

/**
 * The news of a session, also if another agent has just handed the conversation over: then they are the message that it is
 * about, or, if this session has handed over that message itself, the result of its own handoff.
 */
export function newsFor(
  own: OwnCalls,
  transcript: readonly Entry[],
  earlier: Earlier | undefined,
  seen: Messages,
): News {
  const news = newsOf(transcript, earlier, seen)
  const isForeign = ({ call, outcome }: News['results'][number]): boolean =>
    outcome === 'handoff' && !own.has(call)
  if (!news.results.some(isForeign)) return news
  const results = news.results.filter(({ call }) => own.has(call))
  if (news.messages.length > 0) return { ...news, results }
  const asked = transcript.findLastIndex(({ by }) => by === 'user')
  const left = transcript.findIndex(
    (entry, index) => index > asked && entry.by === 'tool' && own.waiting.includes(entry.call),
  )
  if (left < 0)
    return {
      ...newsOf(transcript.slice(0, asked + 1), earlier),
      results,
      notice: handedOver(own, transcript, asked),
    }
  const since = transcript.slice(left)
  const said = since.flatMap((entry) => (entry.by === 'assistant' && entry.text) || [])
  const back = (result: string): string => [result, ...said, 'The conversation was handed back.'].join('\n')
  const mine = since.flatMap((entry) => {
    if (entry.by !== 'tool' || !own.waiting.includes(entry.call)) return []
    return [{ ...entry, result: entry.outcome === 'handoff' ? back(resultText(entry.result)) : entry.result }]
  })
  return { ...news, messages: [], results: [...results, ...mine] }
}

/** What a session that has been talking before is told of what came since. A new one is shown the whole conversation. */
function handedOver(own: OwnCalls, transcript: readonly Entry[], asked: number): string | undefined {
  const said = own.said()
  if (said === undefined) return undefined
  const isOwn = (entry: Entry): boolean =>
    entry.by === 'assistant' &&
    ((said !== '' && entry.text === said) || entry.calls?.some(({ id }) => own.has(id)) === true)
  const since = transcript.slice(transcript.findLastIndex(isOwn) + 1)
  const lines = since.flatMap((entry) => {
    const text = textOfEntry(entry)
    const isNews = entry !== transcript[asked] && !(entry.by === 'tool' && entry.outcome === 'handoff')
    return isNews && text !== '' ? [`\n${entry.by}: ${text.slice(0, MAX_LINE).toWellFormed()}`] : []
  })
  return `Another agent has handed the conversation over to you. Since your last answer:${lines.slice(-MAX_LINES).join('')}`
}

const MAX_LINES = 6
const MAX_LINE = 160
