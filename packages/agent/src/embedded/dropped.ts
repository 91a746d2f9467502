import { type Earlier, type Entry, textOfEntry } from './transcript.ts'

/** What the framework's transcript holds and no prompt of a step has shown. */
export interface Dropped {
  readonly session: string
  /** t of the last step. */
  readonly step: number
  readonly count: number
  readonly entries: readonly DroppedEntry[]
}

/** An entry, or the part of it, that no prompt of the step shows. */
interface DroppedEntry {
  /** Place in the transcript, from 0. */
  readonly index: number
  readonly by: Entry['by']
  readonly chars: number
}

interface Shown {
  readonly transcript: readonly Entry[]
  readonly earlier: Earlier | undefined
  readonly prompts: readonly string[]
}

/** What the prompts of a step do not show whole. Counts at once, and lists only if somebody asks: a transcript gets long. */
export function droppedFrom(session: string, step: number, { transcript, earlier, prompts }: Shown): Dropped {
  const from = transcript.findLastIndex(({ by }) => by === 'assistant') + 1
  const shown = transcript
    .slice(from)
    .filter((entry) => prompts.some((prompt) => prompt.includes(textOfEntry(entry))))
  const count = (earlier?.count ?? 0) + transcript.length - shown.length
  return {
    session,
    step,
    count,
    get entries() {
      const before = (earlier?.sizes.split(' ') ?? []).map((size, index): DroppedEntry => {
        return { index, by: AUTHORS[size.charAt(0)] ?? 'tool', chars: Number(size.slice(1)) }
      })
      const own = transcript.map((entry, index) => ({ entry, index: before.length + index }))
      const dropped = own.filter(({ entry }) => !shown.includes(entry))
      return [
        ...before,
        ...dropped.map(({ entry, index }) => ({ index, by: entry.by, chars: textOfEntry(entry).length })),
      ]
    },
  }
}

const AUTHORS: Readonly<Record<string, Entry['by']>> = { u: 'user', a: 'assistant', t: 'tool' }
