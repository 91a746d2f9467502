import { resultText } from '@skill-state/tools'
import { type Earlier, type Entry, type News, newsOf } from './transcript.ts'

/** What a session knows of its own calls. */
export interface OwnCalls {
  /** Whether the session has given the id to one of its calls. */
  readonly has: (id: string) => boolean
  /** The call that waits for its result. */
  readonly waiting: string | undefined
}

/**
 * The news of a session, also if another agent has just handed the conversation over: then they are the message that it is
 * about, or, if this session has handed over that message itself, the result of its own handoff.
 */
export function newsFor(own: OwnCalls, transcript: readonly Entry[], earlier?: Earlier): News {
  const news = newsOf(transcript, earlier)
  const isForeign = ({ call, outcome }: News['results'][number]): boolean =>
    outcome === 'handoff' && !own.has(call)
  if (!news.results.some(isForeign)) return news
  const results = news.results.filter((result) => !isForeign(result))
  if (news.messages.length > 0) return { ...news, results }
  const asked = transcript.findLastIndex(({ by }) => by === 'user')
  const left = transcript.findLastIndex((entry) => entry.by === 'tool' && entry.call === own.waiting)
  const result = transcript[left]
  if (left < asked || result?.by !== 'tool')
    return { ...newsOf(transcript.slice(0, asked + 1), earlier), results }
  const said = transcript.slice(left).flatMap((entry) => (entry.by === 'assistant' && entry.text) || [])
  const back = [resultText(result.result), ...said, 'The conversation was handed back.'].join('\n')
  return { ...news, messages: [], results: [...results, { ...result, result: back }] }
}
