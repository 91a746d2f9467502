import type { JsonObject, Player, PromptView, SummaryView, Turn } from '@skill-state/protocol'
import { merged } from '../values/merged.ts'
import type { Draw, Failing } from './fallible.ts'
import {
  type Entry,
  entriesOf,
  type NoteForm,
  readNotes,
  withEntry,
  withoutEntry,
  writeNotes,
} from './notes.ts'
import { overlooking } from './overlooking.ts'

type Mistake = 'omits' | 'overwrites' | 'garbles' | 'any'

/** How a reader reads and writes, and how often it errs. */
export interface Habits {
  readonly seed: number
  readonly initialState: JsonObject
  /** Whether its own replies are read, or observations alone. Default: all. */
  readonly reads?: 'all' | 'observations' | undefined
  /** What each reply says of all that is known, if the prompt shows no state. Default: nothing. */
  readonly notes?: NoteForm | 'none' | undefined
  /** How often the notes are written, one below the other: most of them decide what is read. Default: once. */
  readonly copies?: number | undefined
  /** Chance that a fact is missed, for each fact read. Default: 0. */
  readonly misses?: number | undefined
  /** Chance of a mistake, for each fact written. Default: 0. */
  readonly miswrites?: number | undefined
  /** Default: any of them, equally likely. */
  readonly mistake?: Mistake | undefined
  readonly onMistake?: (() => void) | undefined
}

/**
 * Reads all that a prompt shows, writes notes if it is asked for no state, and errs with a chance for each fact: what it writes
 * is omitted, written over another fact too, or garbled by one character.
 *
 * @example
 * ```ts
 * import { habits } from '@skill-state/models'
 *
 * console.log(habits({ seed: 1, initialState: { tags: {} }, notes: 'dense', miswrites: 0.02 }).id) // reader
 * ```
 */
export function habits(given: Habits): Failing {
  const { seed, reads = 'all', notes = 'none', misses = 0, miswrites = 0, mistake = 'any' } = given
  return {
    id: 'reader',
    notice: `it reads ${reads}, writes notes: ${notes}, misses ${misses} of the facts read, and errs in ${miswrites} of the facts written (${mistake}).`,
    seed,
    play: (player, draw) => {
      const missing = misses === 0 ? player : missed(player, misses, draw, seed)
      const plain = reads === 'all' ? missing : withoutReplies(missing)
      return notes === 'none' ? plain : noteTaking(player, { ...given, notes, misses }, draw, plain)
    },
    writeFacts: (written, shown, draw) => misWritten(written, shown, { ...given, miswrites, mistake }, draw),
  }
}

/** The same chance for each fact, however long the prompt is. */
function missed(player: Player, misses: number, draw: Draw, seed: number): Player {
  const level = Math.log(misses / (1 - misses))
  return overlooking({ seed, level, byLength: 0 }).play?.(player, draw) ?? player
}

function withoutReplies(player: Player): Player {
  const silent = (turns: readonly Turn[]): readonly Turn[] =>
    turns.map(({ observation }) => ({ observation, response: '' }))
  return {
    decide: (view) => player.decide({ ...view, history: silent(view.history) }),
    summarise:
      player.summarise && ((view) => player.summarise?.({ ...view, turns: silent(view.turns) }) ?? ''),
  }
}

/** Keeps in its notes the state that the player would keep. Beside a state it writes none. */
function noteTaking(
  player: Player,
  given: Habits & { readonly notes: NoteForm; readonly misses: number },
  draw: Draw,
  plain: Player,
): Player {
  const { initialState, notes, copies = 1, misses, miswrites = 0, mistake = 'any' } = given
  const write = (state: JsonObject, maxChars = Infinity): string =>
    Array.from({ length: copies }, () => {
      const written = misWritten(state, state, { ...given, miswrites, mistake }, draw)
      return writeNotes(written, notes, Math.floor(maxChars / copies))
    }).join('\n')
  const known = ({ instructions, summary, turns }: SummaryView): JsonObject => {
    const at = turns.findLastIndex(({ response }) => readNotes(response) !== undefined)
    const noted = readNotes(turns[at]?.response ?? summary) ?? {}
    const read = entriesOf(noted).filter(() => misses > 0 && draw() < misses)
    const start = read.reduce(withoutEntry, merged(initialState, noted))
    return turns.slice(at + 1).reduce((state, { observation }) => {
      return merged(state, player.decide({ instructions, state, history: [], observation }).patch ?? {})
    }, start)
  }
  return {
    decide(view: PromptView) {
      if (view.state !== undefined) return plain.decide(view)
      const state = known({ ...view, summary: view.summary ?? '', turns: view.history })
      const decision = player.decide({ ...view, summary: undefined, state, history: [] })
      const next = merged(state, decision.patch ?? {})
      // Who writes densely writes nothing else.
      const reasoning = notes === 'dense' ? write(next) : `${decision.reasoning}\n${write(next)}`
      return { ...decision, reasoning }
    },
    summarise: (view) => write(known(view), view.maxChars),
  }
}

type Erring = Pick<Habits, 'onMistake'> & { readonly miswrites: number; readonly mistake: Mistake }

/** What was meant to be written, with mistakes. `shown` holds the other facts that may be written over. */
function misWritten(written: JsonObject, shown: JsonObject, erring: Erring, draw: Draw): JsonObject {
  if (erring.miswrites === 0) return written
  return entriesOf(written).reduce((text, entry) => {
    if (draw() >= erring.miswrites) return text
    erring.onMistake?.()
    const kinds = ['omits', 'overwrites', 'garbles'] as const
    const kind = erring.mistake === 'any' ? pick(kinds, draw) : erring.mistake
    if (kind === 'omits') return withoutEntry(text, entry)
    if (kind === 'garbles') return garbled(text, entry, draw)
    const others = entriesOf(merged(shown, written)).filter(({ key }) => key !== entry.key)
    const other = pick(others, draw)
    return other === undefined ? text : withEntry(text, { ...other, value: entry.value })
  }, written)
}

/** One character of the value is another one; of the key, if the value is no text. */
function garbled(text: JsonObject, entry: Entry, draw: Draw): JsonObject {
  const { key, value } = entry
  if (typeof value === 'string') return withEntry(text, { ...entry, value: changed(value, draw) })
  return withEntry(withoutEntry(text, entry), { ...entry, key: changed(key, draw) })
}

function changed(text: string, draw: Draw): string {
  const at = Math.floor(draw() * text.length)
  const others = Array.from('abcdefghijklmnopqrstuvwxyz0123456789').filter((each) => each !== text[at])
  return `${text.slice(0, at)}${pick(others, draw)}${text.slice(at + 1)}`
}

function pick<T>(choices: readonly T[], draw: Draw): T | undefined {
  return choices[Math.floor(draw() * choices.length)]
}
