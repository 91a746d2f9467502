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

/** Counts at once, and lists only if somebody asks: a transcript gets long. */
export class DroppedFrom implements Dropped {
  readonly session: string
  readonly step: number
  readonly count: number
  readonly #list: () => readonly DroppedEntry[]

  constructor(session: string, step: number, { transcript, earlier, prompts }: Shown) {
    this.session = session
    this.step = step
    this.count = (earlier?.count ?? 0) + transcript.length - shownIn(transcript, prompts).length
    this.#list = () => droppedFrom({ transcript, earlier, prompts })
  }

  get entries(): readonly DroppedEntry[] {
    return this.#list()
  }
}

/** The entries since the last one of the assistant that the prompts show whole. */
function shownIn(transcript: readonly Entry[], prompts: readonly string[]): readonly Entry[] {
  const from = transcript.findLastIndex(({ by }) => by === 'assistant') + 1
  return transcript
    .slice(from)
    .filter((entry) => prompts.some((prompt) => prompt.includes(textOfEntry(entry))))
}

/** The entries that the prompts do not show whole. */
function droppedFrom({ transcript, earlier, prompts }: Shown): readonly DroppedEntry[] {
  const shown = new Set(shownIn(transcript, prompts))
  const before = (earlier?.sizes.split(' ') ?? []).map((size, index): DroppedEntry => {
    return { index, by: AUTHORS[size.charAt(0)] ?? 'tool', chars: Number(size.slice(1)) }
  })
  const dropped = transcript.flatMap((entry, index) =>
    shown.has(entry)
      ? []
      : [{ index: before.length + index, by: entry.by, chars: textOfEntry(entry).length }],
  )
  return [...before, ...dropped]
}

const AUTHORS: Readonly<Record<string, Entry['by']>> = { u: 'user', a: 'assistant', t: 'tool' }
